import { createRoute, z } from '@hono/zod-openapi'
import { answers } from '#lib/http-contract.ts'
import { aiVendors, modelVendors } from './rules.ts'

export const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    vendor: z.enum(modelVendors),
    through: z.string().nullable().openapi({
      description: 'Who answers in the vendor’s place, such as OpenRouter or Ollama. Null: the vendor itself.',
    }),
    price: z.number().int().openapi({ description: 'Credits for one answer. With your own key it costs none.' }),
    available: z.boolean(),
    reason: z.string().nullable().openapi({ description: 'Why it isn’t available.' }),
    context: z.number().int().nullable().openapi({ description: 'The context window in tokens; null if unknown.' }),
    ownKey: z.boolean().openapi({ description: 'Whether a member may use it with a key of their own.' }),
  })
  .openapi('Model')

export type Model = z.infer<typeof Model>

/** A member's own keys, for this request only: never stored, never logged. Such answers cost no credits. */
export const OwnKeys = z.partialRecord(z.enum(aiVendors), z.string().min(8).max(300)).openapi('OwnKeys')
export type OwnKeys = z.infer<typeof OwnKeys>

/** The tokens of an answer. `estimated`: the vendor doesn't report them, so we count. */
export const Tokens = z
  .object({ input: z.number().int(), output: z.number().int(), estimated: z.boolean() })
  .openapi('Tokens')
export type Tokens = z.infer<typeof Tokens>

export const modelsContract = {
  listModels: createRoute({
    method: 'get',
    path: '/api/models',
    tags: ['Models'],
    summary: 'The models that answer here, and those that would with a key',
    responses: answers(z.array(Model), 'The models, built-in engines last.'),
  }),
}
