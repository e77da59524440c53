import { createRoute, z } from '@hono/zod-openapi'
import { answers } from '#lib/http-contract.ts'
import { aiVendors, modelVendors } from './rules.ts'

export const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    vendor: z.enum(modelVendors),
    price: z.number().int().openapi({ description: 'Credits for one answer. With a key of one’s own it costs none.' }),
    available: z.boolean(),
    reason: z.string().nullable().openapi({ description: 'Why it isn’t available.' }),
    context: z.number().int().nullable().openapi({ description: 'Tokens that it can read; null when not known.' }),
    ownKey: z.boolean().openapi({ description: 'Whether a member may use it with a key of their own.' }),
  })
  .openapi('Model')

export type Model = z.infer<typeof Model>

/** Keys of a member's own, for this request only: never stored, never logged. Such answers cost no credits. */
export const OwnKeys = z.partialRecord(z.enum(aiVendors), z.string().min(8).max(300)).openapi('OwnKeys')
export type OwnKeys = z.infer<typeof OwnKeys>

/** What an answer took. Counted by us where the vendor doesn't say (`estimated`). */
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
