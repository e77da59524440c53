import type { z } from '@hono/zod-openapi'

/**
 * The contract whose endpoints can be called. `src/app/registered-contract.ts` adds the product's, so that the client
 * needn't know any feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by a module augmentation
export interface Register {}

type AnyContract = Record<string, { method: string; path: string; responses: object }>
type Contract = Register extends { contract: infer Registered extends AnyContract } ? Registered : AnyContract

type Routes = {
  [Name in keyof Contract as `${Uppercase<Contract[Name]['method']>} ${Contract[Name]['path']}`]: Contract[Name]
}

/** The name of an endpoint, which is its method and its path in the contract, such as `GET /api/prompts/{id}`. */
export type Endpoint = keyof Routes
export type GetEndpoint = Extract<Endpoint, `GET ${string}`>

type ParamsOf<Route> = Route extends { request: { params: infer Schema extends z.ZodType } }
  ? { params: z.input<Schema> }
  : unknown

/**
 * A query value that the schema coerces, such as `limit`, has the input type unknown. The client sends a number for it.
 */
type OnTheWire<Query> = { [Key in keyof Query]: unknown extends Query[Key] ? number | undefined : Query[Key] }

type QueryOf<Route> = Route extends { request: { query: infer Schema extends z.ZodType } }
  ? OptionalIfEmpty<'query', OnTheWire<z.input<Schema>>>
  : unknown

type BodyOf<Route> = Route extends {
  request: { body: { content: { 'application/json': { schema: infer Schema extends z.ZodType } } } }
}
  ? { body: z.input<Schema> }
  : unknown

/** Makes a part of the input optional if none of its fields is required. */
type OptionalIfEmpty<Key extends string, Part> =
  Partial<Part> extends Part ? { [K in Key]?: Part } : { [K in Key]: Part }

/** The input of an endpoint: whichever of `params`, `query` and `body` the contract defines for it. */
export type Input<Name extends Endpoint> = ParamsOf<Routes[Name]> & QueryOf<Routes[Name]> & BodyOf<Routes[Name]>

type Success = 200 | 201 | 202 | 204

type ContentOf<Response> = Response extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } }
}
  ? z.output<Schema>
  : undefined

/** The JSON of an endpoint's successful response, or undefined if the response isn't JSON, such as a 204. */
export type Output<Name extends Endpoint> = {
  [Status in keyof Routes[Name]['responses'] & Success]: ContentOf<Routes[Name]['responses'][Status]>
}[keyof Routes[Name]['responses'] & Success]

/** The argument after the endpoint's name, as a tuple. It is optional if the contract requires no input. */
export type InputArgument<Name extends Endpoint, Options> =
  Partial<Input<Name>> extends Input<Name> ? [input?: Input<Name> & Options] : [input: Input<Name> & Options]
