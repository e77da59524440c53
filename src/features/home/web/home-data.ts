import type { Api } from '#client/api.ts'
import type { ApiError } from '#client/api-error.ts'
import type { CallRules } from '#client/call-rules.ts'
import type { Home } from '#features/home/contract.ts'
import { t } from '#lib/texts.ts'

/** The key of the home data in the query cache. */
export const homeKey = ['/api/home'] as const

/**
 * How the home data is fetched and cached. Times are in ms. Data older than `staleMs` is fetched again. The copy that
 * the tab saved may be shown until it is `sessionMs` old.
 */
export const homeDataRules = {
  staleMs: 5 * 60_000,
  retries: 2,
  backoffBaseMs: 1_000,
  backoffMaxMs: 10_000,
  sessionMs: 10 * 60_000,
} as const

/** How the home request differs from other calls. The query cache retries it, so the request client doesn't. */
const homeCallRules: Partial<CallRules> = {
  timeoutMs: 15_000,
  reuseMs: 2_000,
  networkRetries: 0,
  messageOf: homeFailureText,
}

/** Why the home data is requested: for the first load, as a refresh, or in case the home page is opened next. */
export type HomeRequestType = 'initial' | 'refresh' | 'prefetch'

/**
 * Requests the home data from the server and bypasses HTTP caches. Rejects with an ApiError, whose message comes from
 * `homeFailureText` and whose status is 408 after 15 s.
 */
export function fetchHome(api: Api, type: HomeRequestType, signal?: AbortSignal): Promise<Home> {
  return api('GET /api/home', {
    signal,
    rules: homeCallRules,
    headers: { 'cache-control': 'no-cache', 'x-request-time': String(Date.now()), 'x-request-type': type },
  })
}

function homeFailureText({ code }: ApiError): string {
  if (code === 'timeout') return t('Request timed out. Please try again.')
  if (code === 'invalid_json') return t('Invalid JSON response from server')
  return t('Failed to fetch homepage data')
}

/** Returns how long to wait after this many retries, in ms: 1 s, 2 s, 4 s, and so on up to 10 s. */
export function homeBackoff(retries: number): number {
  return Math.min(homeDataRules.backoffBaseMs * 2 ** retries, homeDataRules.backoffMaxMs)
}
