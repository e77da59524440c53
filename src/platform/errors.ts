import { type ErrorCode, errorStatus } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'

type Details = {
  /** A message for each invalid field, by its name. For `validation_failed`, and for a wrong password or code. */
  fields?: Record<string, string>
  /** The caller's balance. For endpoints that cost credits. */
  credits?: number
  /** After how many seconds a retry makes sense. It becomes the header Retry-After. */
  retryAfter?: number
  /** Further headers of the response, such as Allow. */
  headers?: Record<string, string>
  /** Further fields of the error body, as the endpoint's contract states them. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/**
 * An error whose message is for users: what happened and what to do. The app turns it into the contract's error body,
 * and the command line prints the message.
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
  return new AppError(
    'not_found',
    t('{what} was not found. It may have been removed, or the address has a typo.', { what }),
  )
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('validation_failed', message, { fields: { [field]: message } })
}
