import { createRoute, z } from '@hono/zod-openapi'
import { ok, okOrNotFound } from '#lib/http-contract.ts'

const summaryFields = {
  id: z.string().openapi({ description: 'The anchor of the operation on the page of its subject.' }),
  method: z.string().openapi({ example: 'GET' }),
  path: z.string().openapi({ example: '/api/tools/{id}' }),
  summary: z.string(),
  access: z.string().openapi({ description: 'Who may call it, in a few words.', example: 'Sign-in or token: `read`' }),
  costsCredits: z.boolean(),
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
    parameters: z.array(
      ReferenceField.extend({
        place: z.string().openapi({ example: 'query' }),
        example: z.string().nullable().openapi({ description: 'The value that the example of a request has, if any.' }),
      }),
    ),
    sameParametersAs: z.string().nullable().openapi({
      description: 'The id of another operation of the subject that has all of these parameters, if they are many.',
    }),
    body: ReferenceType.extend({
      fields: z.array(ReferenceField),
      example: z.string().nullable().openapi({ description: 'JSON with what is required.' }),
    }).nullable(),
    responses: z.array(
      z.object({
        status: z.string(),
        description: z.string(),
        content: ReferenceType.nullable(),
        example: z.string().nullable().openapi({ description: 'The body, if the response has JSON.' }),
      }),
    ),
  })
  .openapi('ReferenceOperation')

export const Reference = z
  .object({
    title: z.string(),
    version: z.string(),
    subjects: z.array(z.object({ slug: z.string(), name: z.string(), operations: z.array(z.object(summaryFields)) })),
    firstCall: ReferenceOperation.nullable().openapi({ description: 'An operation to begin with.' }),
    errors: z
      .array(z.object({ status: z.number().int(), code: z.string(), advice: z.string() }))
      .openapi({ description: 'What each error code means, and what to do.' }),
    limits: z
      .array(z.object({ what: z.string(), limit: z.string().openapi({ example: '240 a minute' }) }))
      .openapi({ description: 'How many requests this site accepts before it returns `rate_limited`.' }),
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
    summary: 'Lists all operations of this API by subject, as /api/docs lists them',
    responses: ok(Reference, 'The subjects with their operations.'),
  }),
  getReferenceSubject: createRoute({
    method: 'get',
    path: '/api/reference/{subject}',
    tags: ['Site'],
    summary: 'Returns the operations of one subject in detail, with the objects that they return',
    request: { params: z.object({ subject: z.string().max(100) }) },
    responses: okOrNotFound(ReferenceSubject, 'The subject.'),
  }),
}
