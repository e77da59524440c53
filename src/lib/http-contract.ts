import { z } from '@hono/zod-openapi'
import './plain-messages.ts'

/** The error codes of the API, each with its HTTP status. */
export const errorStatus = {
  validation_failed: 400,
  malformed_json: 400,
  invalid_signature: 400,
  authentication_required: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_credits: 402,
  card_declined: 402,
  forbidden: 403,
  csrf_rejected: 403,
  captcha_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  username_taken: 409,
  email_taken: 409,
  in_progress: 409,
  nothing_to_return: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  provider_unavailable: 503,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What each error means and what a program does about it, for the API's reference. */
export const errorAdvice: Record<ErrorCode, string> = {
  validation_failed: 'A value doesn’t match its schema. `fields` says which and why.',
  malformed_json: 'The body isn’t JSON. Correct it.',
  invalid_signature: 'The signature of the payment provider’s event is wrong.',
  authentication_required: 'The token or session is missing, expired or revoked. Send a valid one.',
  invalid_credentials: 'The name, password or code is wrong. The response doesn’t say which.',
  second_factor_required: 'Send the code of the second factor together with `ticket`.',
  insufficient_credits: 'The balance is too small, or the token may spend no more today. `credits` is the balance.',
  card_declined: 'The bank refused the card. Use another one.',
  forbidden: 'Your role, or the token’s scope, doesn’t allow it. Use a token with the scope that the operation names.',
  csrf_rejected: 'A browser sent the request from another site. Send it from this site or from a program.',
  captcha_failed: 'The captcha’s solution is wrong or was used before. Solve a new one.',
  not_found: 'It doesn’t exist, or you may not know that it does. Check the path.',
  method_not_allowed: 'The path has other methods. The header `Allow` lists them.',
  conflict: 'It doesn’t fit what is stored now. Read the current state, then decide.',
  username_taken: 'Choose another username.',
  email_taken: 'The email address has an account already. Sign in with it.',
  in_progress: 'The first request with this `Idempotency-Key` is still running. Repeat yours later.',
  nothing_to_return: 'No credits that you spent in the last 15 minutes can be returned.',
  body_too_large: 'Send a smaller body.',
  unsupported_media_type: 'Send the body as `application/json`.',
  idempotency_mismatch: 'This `Idempotency-Key` was used with another body. Use a new one.',
  rate_limited: 'Wait as many seconds as the header `Retry-After` says.',
  internal_error: 'Our fault. Try again later, and report the `requestId` if it happens again.',
  provider_unavailable: 'A service that the operation needs doesn’t respond. Wait for `Retry-After`.',
  overloaded: 'The site is busy, or its database doesn’t respond. Wait for `Retry-After`.',
}

/**
 * What an API token may do for its owner: read their data, change what they wrote or saved, and spend their credits on
 * runs.
 */
export const tokenScopes = ['read', 'write', 'run'] as const
export type TokenScope = (typeof tokenScopes)[number]

/**
 * Who may use an endpoint, as an OpenAPI security requirement: anybody with a session, or with a session and a role.
 * The server checks this before it reads the request. An endpoint without a requirement is public.
 */
export const forMembers = [{ session: [] as string[] }]
export const forModerators = [{ session: ['moderator'] }]
export const forAdmins = [{ session: ['admin'] }]
/** Allows members, and API tokens with this scope. Restricted endpoints that don't use this function refuse tokens. */
export function forMembersOrToken(scope: TokenScope): ({ session: string[] } | { token: string[] })[] {
  return [...forMembers, { token: [scope] }]
}

/** Marks an endpoint whose caller pays with credits. */
export const costsCredits = { 'x-costs-credits': true } as const

/** The body of each error response under /api. */
export const ErrorBody = z
  .object({
    error: z.string().openapi({ description: 'A sentence for people: what happened and what to do.' }),
    code: z.string().openapi({ description: 'A code for programs.', example: 'not_found' }),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    credits: z.number().int().optional().openapi({ description: 'For endpoints that cost credits: the balance.' }),
    ticket: z
      .string()
      .optional()
      .openapi({ description: 'With second_factor_required: send it together with the code.' }),
  })
  .openapi('Error')

export const Id = z.string().openapi({ description: 'UUIDv7', example: '019a9d1e-7c00-7000-8000-000000000001' })
export const Time = z.string().openapi({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' })

/** The greatest number that an integer column can store, such as a version. */
export const integerMax = 2 ** 31 - 1

/** The schema of a day that the database can store, such as `2026-01-31`. */
export function day(message: string) {
  return z.iso.date(message).refine((text) => !text.startsWith('0000'), message)
}

/** How many items a page of a list has unless the request says otherwise. */
export const defaultLimit = 20

/**
 * The query parameters of a list that can grow. `cursor` is the `nextCursor` of the page before; clients send it back
 * unchanged.
 */
export const Paging = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(defaultLimit)
    .openapi({ description: 'How many items the page has.', example: 5 }),
  cursor: z
    .string()
    .max(1000)
    .optional()
    .openapi({ description: 'The `nextCursor` of the page before. Without it, you get the first page.' }),
})

/**
 * A query parameter with a list: distinct items, separated by commas, at most `max` of them. `what`: their plural, for
 * the error. What a list in an address costs the server has a limit, because everybody can write one.
 */
export function commaList(max: number, what: string) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').map((item) => item.trim()))].filter(Boolean))
    .refine((items) => items.length <= max, `Ask for at most ${max} ${what}.`)
    .openapi({ type: 'string', description: `Up to ${max} ${what}, separated by commas.` })
}

/**
 * The headers of a POST that costs credits or money. A request with a key can be repeated within 24 hours: it is
 * charged only once, and returns the same response.
 */
export const OnceHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .openapi({ description: 'Any text. Use a new one for each operation.' }),
})

/**
 * The schema of a page of a list that can grow. `total` comes from stored counters, or counts up to 1,000 items.
 * `totalIsFloor`: the list may have more items than `total`.
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    totalIsFloor: z.boolean().optional(),
  })
}

export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number; totalIsFloor?: boolean }

function errorResponse(description: string) {
  return { description, content: { 'application/json': { schema: ErrorBody } } }
}

/** The errors that every endpoint may return. */
export const commonErrors = {
  400: errorResponse('The request doesn’t match its schema.'),
  429: errorResponse('Too many requests; Retry-After says when to try again.'),
  500: errorResponse('A server error; find it in the log by its requestId.'),
  503: errorResponse('The database or a service is unavailable; Retry-After says when to try again.'),
}

const clientErrors = {
  401: errorResponse('The caller isn’t signed in, or the name or password is wrong.'),
  402: errorResponse('There aren’t enough credits, or the card was declined.'),
  403: errorResponse('The caller may not do this.'),
  404: errorResponse('The requested object doesn’t exist, or the caller may not know about it.'),
  409: errorResponse('The request conflicts with the current state; the code says why.'),
  422: errorResponse('This Idempotency-Key was used with another body before.'),
}

/** The responses of an endpoint: 200 with `schema` as JSON, and `commonErrors`. */
export function ok<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } }, ...commonErrors }
}

/** Like `ok`, but with the status 201. */
export function created<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 201: { description, content: { 'application/json': { schema } } }, ...commonErrors }
}

/** Like `ok`, but with the status 204 and without a body. */
export function noContent(description: string) {
  return { 204: { description }, ...commonErrors }
}

/** Like `ok`, but with the status 202 and without a body. For work that is done after the response. */
export function accepted(description: string) {
  return { 202: { description }, ...commonErrors }
}

/**
 * The errors that an endpoint may return in addition to those of `ok`, such as in
 * `{ ...ok(User, 'You.'), ...errors(401) }`.
 */
export function errors<Status extends keyof typeof clientErrors>(
  ...statuses: Status[]
): Pick<typeof clientErrors, Status> {
  return Object.fromEntries(statuses.map((status) => [status, clientErrors[status]])) as Pick<
    typeof clientErrors,
    Status
  >
}

/** The request body of an endpoint: JSON that matches this schema. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } } as const
}

/**
 * The schema of a name: 1 to `max` characters on one line, without invisible characters. `messages`: the errors for
 * invalid names.
 */
export function visibleName(max: number, messages: Record<'nameMissing' | 'nameLong' | 'nameUnreadable', string>) {
  return z
    .string()
    .trim()
    .min(1, messages.nameMissing)
    .max(max, messages.nameLong)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]*$/u, messages.nameUnreadable)
}

/** Like `ok`, but also with the status 404, for an endpoint whose path names something that may not exist. */
export function okOrNotFound<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { ...ok(schema, description), ...errors(404) }
}
