import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard, WrittenPrompt } from '#features/catalogue/contract.ts'
import { OwnKeys } from '#features/models/contract.ts'
import { modelVendors } from '#features/models/rules.ts'
import { Variable } from '#features/variables/contract.ts'
import {
  commonErrors,
  costsCredits,
  errors,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  OnceHeaders,
  ok,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { generationStatuses, generatorLimits as limits, taskKinds } from './rules.ts'

const detail = z.string().trim().min(1).max(limits.detailMax)

/** A member's request to the generator. With `refine`, the generator changes an existing prompt. */
export const GeneratorInput = z
  .object({
    idea: z.string().trim().min(limits.ideaMin).max(limits.ideaMax),
    kind: z.enum(taskKinds).optional(),
    tone: detail.optional(),
    audience: detail.optional(),
    language: detail.optional(),
    model: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .openapi({ description: 'Default: the cheapest available language model, or `composer` if there is none.' }),
    refine: z
      .object({
        content: z.string().trim().min(1).max(limits.contentMax),
        change: z.string().trim().min(1).max(limits.changeMax),
      })
      .optional()
      .openapi({ description: 'An existing prompt, and what to change.' }),
    keys: OwnKeys.optional(),
  })
  .openapi('GeneratorInput')
export type GeneratorInput = z.infer<typeof GeneratorInput>

/** A prompt of the catalogue, by which a generated prompt began. */
export const StartingPoint = z
  .object({
    ...PromptCard.pick({
      id: true,
      slug: true,
      title: true,
      description: true,
      excerpt: true,
      credit: true,
      user: true,
    }).shape,
    licence: WrittenPrompt.shape.licence,
  })
  .openapi('StartingPoint')
export type StartingPoint = z.infer<typeof StartingPoint>

export const GeneratedPrompt = z
  .object({
    title: z.string(),
    description: z.string(),
    content: z.string(),
    category: z.string().openapi({ description: 'A category’s slug.' }),
    tags: z.array(z.string()),
    variables: z.array(Variable).openapi({
      description:
        'Proposed kinds, labels and options for blanks of the text. Blanks without a proposal aren’t listed.',
    }),
    source: StartingPoint.nullable().openapi({
      description:
        'The prompt of this catalogue from which this one was adapted. Credit it, and follow its license. Null if there is none, or if it is no longer public.',
    }),
    alternatives: z
      .array(StartingPoint)
      .openapi({ description: 'Up to two other prompts that are close to the idea.' }),
  })
  .openapi('GeneratedPrompt')
export type GeneratedPrompt = z.infer<typeof GeneratedPrompt>

export const Generation = z
  .object({
    id: Id,
    idea: z.string(),
    kind: z.string().nullable(),
    tone: z.string().nullable(),
    audience: z.string().nullable(),
    language: z.string().nullable(),
    model: z.string(),
    vendor: z.enum(modelVendors),
    version: z.string().nullable().openapi({ description: 'The exact model, as its vendor names it.' }),
    price: z.number().int().openapi({ description: 'The price in credits; 0 if the generation failed.' }),
    status: z.enum(generationStatuses),
    failure: z.string().nullable(),
    prompt: z.union([GeneratedPrompt, z.null()]),
    createdAt: Time,
  })
  .openapi('Generation')
export type Generation = z.infer<typeof Generation>

/** The response as JSON. `credits` is what the member can spend afterwards. */
export const GeneratorAnswer = z
  .object({ runId: Id, price: z.number().int(), model: z.string(), prompt: GeneratedPrompt, credits: z.number().int() })
  .openapi('GeneratorAnswer')
export type GeneratorAnswer = z.infer<typeof GeneratorAnswer>

const events = `Events: \`start {runId, price, model}\`, \`delta {text}\`, \`done {prompt, credits}\`, \`error {error, code, credits}\`.
The texts of all deltas are the prompt's content. Comment lines keep the connection open.`

export const generatorContract = {
  generatePrompt: createRoute({
    method: 'post',
    path: '/api/prompt-generator',
    security: forMembersOrToken('run'),
    ...costsCredits,
    tags: ['Generator'],
    summary: 'Generates a prompt; returns a stream of events, or JSON with Accept: application/json',
    request: { headers: OnceHeaders, body: jsonBody(GeneratorInput) },
    responses: {
      200: {
        description: events,
        content: {
          'application/json': {
            schema: GeneratorAnswer,
          },
          'text/event-stream': { schema: z.string() },
        },
      },
      ...commonErrors,
      ...errors(401, 402, 403, 409, 422),
    },
  }),
  listGenerations: createRoute({
    method: 'get',
    path: '/api/user/generations',
    security: forMembersOrToken('read'),
    tags: ['Generator'],
    summary: 'Lists your generations, newest first',
    request: { query: Paging },
    responses: { ...ok(pageOf(Generation).openapi('GenerationPage'), 'A page of generations.'), ...errors(401) },
  }),
  deleteGeneration: createRoute({
    method: 'delete',
    path: '/api/user/generations/{id}',
    security: forMembersOrToken('write'),
    tags: ['Generator'],
    summary: 'Deletes one of your generations',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The generation is deleted, or there was none.'), ...errors(401) },
  }),
}

/** The data of each kind of event in the generator's stream. */
export type GeneratorEvents = {
  start: { runId: string; price: number; model: string }
  delta: { text: string }
  done: { prompt: GeneratedPrompt; credits: number }
  /** `alternatives`: the prompts that come closest, if none fits. */
  error: { error: string; code: string; credits?: number; alternatives?: StartingPoint[] }
}
