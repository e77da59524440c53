import type { ErrorCode } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'

/** The optional fields of an error, most of them from the error body. */
type Details = {
  fields?: Record<string, string>
  /** For endpoints that cost credits, the balance. */
  credits?: number
  requestId?: string
  /** After a conflict (409), the current version of the object that the client tried to change. */
  current?: unknown
  /** With second_factor_required, the token that the client sends along with the second factor. */
  ticket?: string
  /** How many seconds to wait before a retry, from the header Retry-After. */
  retryAfter?: number
}

/** The error code if the network failed before the response was complete. */
export const networkFailed = 'network_error' as const
export const serverUnreachable = () => t('The server can’t be reached. Check your connection and try again.')

/**
 * The codes of the API, and those of the client: for a timeout, a network failure, a successful response that isn't
 * JSON, and an error response without a code.
 */
export type ApiErrorCode = ErrorCode | 'timeout' | typeof networkFailed | 'invalid_json' | 'request_failed'

/**
 * The error for every failed request. `status` is the HTTP status, 408 for the client's own timeout, or 0 without a
 * response. `message` is a sentence for people, and `code` is for programs. `retried`: a retry has failed too.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: ApiErrorCode
  fields?: Details['fields']
  credits?: Details['credits']
  current?: Details['current']
  ticket?: Details['ticket']
  requestId?: Details['requestId']
  retryAfter?: Details['retryAfter']
  retried = false

  constructor(status: number, code: ApiErrorCode, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    Object.assign(this, details)
  }
}

/** The error of a response other than 2xx. Ignores a body that isn't JSON, such as a proxy's error page. */
export function failureOf(response: Response, text: string): ApiError {
  const { error, code, ...details } = bodyOf(text)
  return new ApiError(
    response.status,
    code ?? 'request_failed',
    error || t('Request failed with status {status}', { status: String(response.status) }),
    { ...details, retryAfter: Number(response.headers.get('retry-after')) || undefined },
  )
}

/** Parses the body of a successful response. Throws ApiError invalid_json. */
export function parseBody(status: number, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(status, 'invalid_json', 'Invalid JSON response from server')
  }
}

function bodyOf(text: string): Details & { error?: string; code?: ErrorCode } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
