import type { ApiError } from './api-error.ts'

/** How one call behaves. Times in ms. */
export type CallRules = {
  /** An attempt that has not been answered whole by then fails with 408. */
  timeoutMs: number
  /** Further attempts after a network error: only GETs and requests with an Idempotency-Key. */
  networkRetries: number
  networkRetryMs: number
  /** An answer to a GET is given again to identical GETs until it is this old. */
  reuseMs: number
  /** Another sentence for a failure of this call. */
  say?: (failure: ApiError) => string
}

/** The rules of every call that brings none of its own. */
export const callRules: CallRules = {
  timeoutMs: 10_000,
  networkRetries: 1,
  networkRetryMs: 1_000,
  reuseMs: 5_000,
}
