import type { ApiError } from './api-error.ts'

/** The rules for a call of the API. Times in ms. */
export type CallRules = {
  /** An attempt fails with 408 if there is no complete response after this time. */
  timeoutMs: number
  /** Retries after a network error, only for GETs and requests with an Idempotency-Key. */
  networkRetries: number
  networkRetryMs: number
  /** Identical GETs reuse a response until it is this old. */
  reuseMs: number
  /** Returns the message to use instead of the failure's own. */
  messageOf?: (failure: ApiError) => string
}

/** The default rules of a call. */
export const callRules: CallRules = {
  timeoutMs: 10_000,
  networkRetries: 1,
  networkRetryMs: 1_000,
  reuseMs: 5_000,
}
