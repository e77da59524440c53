import type { z } from '@hono/zod-openapi'
import type { Contract } from '#contract'

type Routes = {
  [Name in keyof Contract as `${Uppercase<Contract[Name]['method']>} ${Contract[Name]['path']}`]: Contract[Name]
}

/** The name of an endpoint: its method and path as in the contract, such as `GET /api/prompts/{id}`. */
export type Endpoint = keyof Routes
export type GetEndpoint = Extract<Endpoint, `GET ${string}`>

type ParamsOf<Route> = Route extends { request: { params: infer Schema extends z.ZodType } }
  ? { params: z.input<Schema> }
  : unknown

/** Query values that the schema coerces (`limit`) have the input type unknown. The client sends a number for them. */
type OnTheWire<Query> = { [Key in keyof Query]: unknown extends Query[Key] ? number | undefined : Query[Key] }

type QueryOf<Route> = Route extends { request: { query: infer Schema extends z.ZodType } }
  ? OptionalIfEmpty<'query', OnTheWire<z.input<Schema>>>
  : unknown

type BodyOf<Route> = Route extends {
  request: { body: { content: { 'application/json': { schema: infer Schema extends z.ZodType } } } }
}
  ? { body: z.input<Schema> }
  : unknown

type OptionalIfEmpty<Key extends string, Part> =
  Partial<Part> extends Part ? { [K in Key]?: Part } : { [K in Key]: Part }

/** The input of an endpoint: `params`, `query` and `body`, each only if the contract has it. */
export type Input<Name extends Endpoint> = ParamsOf<Routes[Name]> & QueryOf<Routes[Name]> & BodyOf<Routes[Name]>

type Success = 200 | 201 | 202 | 204

type ContentOf<Response> = Response extends {
  content: { 'application/json': { schema: infer Schema extends z.ZodType } }
}
  ? z.output<Schema>
  : undefined

/** The successful response of an endpoint; undefined without content (204). */
export type Output<Name extends Endpoint> = {
  [Status in keyof Routes[Name]['responses'] & Success]: ContentOf<Routes[Name]['responses'][Status]>
}[keyof Routes[Name]['responses'] & Success]

/** The arguments after the endpoint's name, required if the contract requires any input. */
export type InputArgument<Name extends Endpoint, Options> =
  Partial<Input<Name>> extends Input<Name> ? [input?: Input<Name> & Options] : [input: Input<Name> & Options]
