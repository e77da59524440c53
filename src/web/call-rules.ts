import type { ApiError } from './api-error.ts'

/** How one call behaves. Times in ms. */
export type CallRules = {
  /** An attempt without a complete response by then fails with 408. */
  timeoutMs: number
  /** Retries after a network error, only for GETs and requests with an Idempotency-Key. */
  networkRetries: number
  networkRetryMs: number
  /** Identical GETs reuse a response until it is this old. */
  reuseMs: number
  /** Another message for a failure of this call. */
  messageOf?: (failure: ApiError) => string
}

/** The default rules of a call. */
export const callRules: CallRules = {
  timeoutMs: 10_000,
  networkRetries: 1,
  networkRetryMs: 1_000,
  reuseMs: 5_000,
}
