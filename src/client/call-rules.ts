import type { ApiError } from './api-error.ts'

/** The rules for an API call. Times are in ms. */
export type CallRules = {
  /** If there is no complete response after this time, the attempt fails with 408. */
  timeoutMs: number
  /** How many times a GET, or a request with an Idempotency-Key, is tried again after a network error. */
  networkRetries: number
  /** How long to wait before such a retry. */
  networkRetryMs: number
  /** For how long the response of a GET is reused for identical GETs. */
  reuseMs: number
  /** Returns the message that replaces a failure's own message. */
  messageOf?: (failure: ApiError) => string
}

/** The rules for a call that doesn't set its own. */
export const defaultCallRules: CallRules = {
  timeoutMs: 10_000,
  networkRetries: 1,
  networkRetryMs: 1_000,
  reuseMs: 5_000,
}
