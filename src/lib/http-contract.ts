import { z } from '@hono/zod-openapi'

/** Every error code that the API answers with, and its HTTP status. */
export const errorStatus = {
  validation_failed: 400,
  malformed_json: 400,
  authentication_required: 401,
  forbidden: 403,
  csrf_rejected: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every answer under /api that is not 2xx. */
export const ErrorBody = z
  .object({
    error: z.string().openapi({ description: 'A sentence for a person: what happened and what to do.' }),
    code: z.string().openapi({ description: 'A word for a machine.', example: 'not_found' }),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .openapi('Error')

export const Id = z.string().openapi({ description: 'UUIDv7', example: '019a9d1e-7c00-7000-8000-000000000001' })
export const Time = z.string().openapi({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' })

/** Query parameters of every list that can grow. `cursor` is opaque: send back what `nextCursor` said. */
export const Paging = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(1000).optional(),
})

/** A page of a list that can grow. `total` comes from kept counters, or is counted to 1,000 (`totalIsFloor`). */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    totalIsFloor: z.boolean().optional(),
  })
}

export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number; totalIsFloor?: boolean }

function failure(description: string) {
  return { description, content: { 'application/json': { schema: ErrorBody } } }
}

/** The responses of an endpoint that answers 200 with `schema` as JSON, and the errors that every endpoint may give. */
export function answers<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    200: { description, content: { 'application/json': { schema } } },
    400: failure('The request does not fit its schema.'),
    429: failure('Too many requests; Retry-After says when to come back.'),
    500: failure('A fault of ours; the log knows it by its requestId.'),
    503: failure('The database is away; Retry-After says when to come back.'),
  }
}

/** As `answers`, for an endpoint whose path names a thing that may not exist. */
export function answersOrNotFound<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { ...answers(schema, description), 404: failure('There is no such thing, or the caller may not know of it.') }
}
