import { createRoute, z } from '@hono/zod-openapi'
import { ok, okOrNotFound } from '#lib/http-contract.ts'

const summaryFields = {
  id: z.string().openapi({ description: 'The anchor of the operation on the page of its subject.' }),
  method: z.string().openapi({ example: 'GET' }),
  path: z.string().openapi({ example: '/api/tools/{id}' }),
  summary: z.string(),
  access: z.string().openapi({ description: 'Who may call it, as a sentence. Empty if everybody may.' }),
}

const ReferenceField = z
  .object({
    name: z.string().openapi({ description: 'Nested fields are written like `answers[].text`.' }),
    type: z.string().openapi({ description: 'In the notation of TypeScript.' }),
    schema: z.string().nullable().openapi({ description: 'The object of this page that the type names.' }),
    required: z.boolean(),
    description: z.string(),
  })
  .openapi('ReferenceField')

const ReferenceType = z
  .object({ mediaType: z.string(), type: z.string(), schema: z.string().nullable() })
  .openapi('ReferenceType')

export const ReferenceOperation = z
  .object({
    ...summaryFields,
    credentials: z.enum(['none', 'session', 'token']).openapi({
      description: 'What a request needs. With `token`, a session is accepted too.',
    }),
    parameters: z.array(ReferenceField.extend({ place: z.string().openapi({ example: 'query' }) })),
    body: ReferenceType.extend({
      fields: z.array(ReferenceField),
      example: z.string().nullable().openapi({ description: 'JSON with what is required.' }),
    }).nullable(),
    responses: z.array(z.object({ status: z.string(), description: z.string(), content: ReferenceType.nullable() })),
  })
  .openapi('ReferenceOperation')

export const Reference = z
  .object({
    title: z.string(),
    version: z.string(),
    subjects: z.array(z.object({ slug: z.string(), name: z.string(), operations: z.array(z.object(summaryFields)) })),
    commonErrors: z
      .array(z.object({ status: z.string(), description: z.string() }))
      .openapi({ description: 'The errors that every operation may return. Operations don’t repeat them.' }),
  })
  .openapi('Reference')

export const ReferenceSubject = z
  .object({
    slug: z.string(),
    name: z.string(),
    operations: z.array(ReferenceOperation),
    objects: z
      .array(z.object({ name: z.string(), description: z.string(), fields: z.array(ReferenceField) }))
      .openapi({ description: 'The objects that these operations name, and those that they name in turn.' }),
  })
  .openapi('ReferenceSubject')

export type ReferenceField = z.infer<typeof ReferenceField>
export type ReferenceType = z.infer<typeof ReferenceType>
export type ReferenceOperation = z.infer<typeof ReferenceOperation>
export type Reference = z.infer<typeof Reference>
export type ReferenceSubject = z.infer<typeof ReferenceSubject>

export const referenceContract = {
  getReference: createRoute({
    method: 'get',
    path: '/api/reference',
    tags: ['Site'],
    summary: 'All operations of this API by subject, as /api/docs lists them',
    responses: ok(Reference, 'The subjects with their operations.'),
  }),
  getReferenceSubject: createRoute({
    method: 'get',
    path: '/api/reference/{subject}',
    tags: ['Site'],
    summary: 'The operations of one subject in detail, with the objects that they return',
    request: { params: z.object({ subject: z.string().max(100) }) },
    responses: okOrNotFound(ReferenceSubject, 'The subject.'),
  }),
}
