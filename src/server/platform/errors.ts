import { type ErrorCode, errorStatus } from '#lib/http-contract.ts'

type Details = {
  /** Messages per field, for `validation_failed`. */
  fields?: Record<string, string>
  /** The caller's balance, from endpoints that cost credits. */
  credits?: number
  /** Seconds until a retry makes sense; becomes the Retry-After header. */
  retryAfter?: number
  /** Further response headers, such as Allow. */
  headers?: Record<string, string>
  /** Further fields that the endpoint's contract has in its error body. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/**
 * An error with a message for users: what happened and what to do. The app turns it into the contract's error body; the
 * command line prints its message.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status() {
    return errorStatus[this.code]
  }
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found. It may have been removed, or the address has a typo.`)
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('validation_failed', message, { fields: { [field]: message } })
}
