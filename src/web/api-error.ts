/** What an error body may say besides its sentence and its code (contract "Errors"). */
type Details = {
  fields?: Record<string, string>
  credits?: number
  requestId?: string
  /** The thing as it is now, where a newer write stood in the way (409). */
  current?: unknown
  /** What a code goes with, where a login asks for one (second_factor_required). */
  ticket?: string
  /** Seconds, from Retry-After. */
  retryAfter?: number
}

/** No answer came: the network failed, or the answer broke off. */
export const networkFailed = 'network_error'
export const noAnswer = 'The network failed. Check your connection and try again.'

/**
 * Every failure of the request client. `status` is the HTTP status, 408 for our own timeout, 0 when no answer came.
 * `message` is a sentence for a person, `code` the machine's word. `retried` says that the client tried twice.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: string
  fields?: Details['fields']
  credits?: Details['credits']
  current?: Details['current']
  ticket?: Details['ticket']
  requestId?: Details['requestId']
  retryAfter?: Details['retryAfter']
  retried = false

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    Object.assign(this, details)
  }
}

/** The error that an answer other than 2xx stands for. A body that is not ours (a proxy's page) is not shown. */
export function failureOf(response: Response, text: string): ApiError {
  const { error, code, ...details } = bodyOf(text)
  return new ApiError(
    response.status,
    code ?? 'request_failed',
    error || `Request failed with status ${response.status}`,
    { ...details, retryAfter: Number(response.headers.get('retry-after')) || undefined },
  )
}

function bodyOf(text: string): Details & { error?: string; code?: string } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
