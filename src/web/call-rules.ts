import type { ApiError } from './api-error.ts'

/** The rules for a call of the API. Times are in ms. */
export type CallRules = {
  /** If there is no complete response after this time, the attempt fails with 408. */
  timeoutMs: number
  /**
   * How many times to try again after a network error. This is done only for GETs and requests with an Idempotency-Key.
   */
  networkRetries: number
  networkRetryMs: number
  /** How old a response may be for an identical GET to use it too. */
  reuseMs: number
  /** Returns the message that replaces the one of a failure. */
  messageOf?: (failure: ApiError) => string
}

/** The rules of a call that doesn't set others. */
export const callRules: CallRules = {
  timeoutMs: 10_000,
  networkRetries: 1,
  networkRetryMs: 1_000,
  reuseMs: 5_000,
}
