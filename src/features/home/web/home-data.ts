import type { Home } from '#features/home/contract.ts'
import type { Api } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import type { CallRules } from '#web/call-rules.ts'

/** The key of home data in the query cache. */
export const homeKey = ['/api/home'] as const

/** How home data is read and kept. Times in ms. */
export const homeDataRules = {
  staleMs: 5 * 60_000,
  retries: 2,
  backoffBaseMs: 1_000,
  backoffMaxMs: 10_000,
  sessionMs: 10 * 60_000,
} as const

/** What the home request does otherwise than other calls. Its retries are the query's, so the client makes none. */
const homeCallRules: Partial<CallRules> = { timeoutMs: 15_000, reuseMs: 2_000, networkRetries: 0, say: homeFailureText }

/** Why home data is asked for: nothing to show yet, a newer state of what shows, or a page that may come next. */
export type HomeRequestType = 'initial' | 'refresh' | 'prefetch'

/**
 * Asks the server for home data, past HTTP caches. Fails with an ApiError that carries the status and one of the
 * sentences of `homeCallRules`, after 15 s with 408.
 */
export function fetchHome(api: Api, type: HomeRequestType, signal?: AbortSignal): Promise<Home> {
  return api('GET /api/home', {
    signal,
    rules: homeCallRules,
    headers: { 'cache-control': 'no-cache', 'x-request-time': String(Date.now()), 'x-request-type': type },
  })
}

function homeFailureText({ code }: ApiError): string {
  if (code === 'timeout') return 'Request timed out. Please try again.'
  if (code === 'invalid_json') return 'Invalid JSON response from server'
  return 'Failed to fetch homepage data'
}

/** The wait before the next try, in ms: 1 s, 2 s, 4 s ... up to 10 s. */
export function homeBackoff(failures: number): number {
  return Math.min(homeDataRules.backoffBaseMs * 2 ** failures, homeDataRules.backoffMaxMs)
}
