import { environmentManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * The rules of the query cache. Times are in ms. `freshMs`: how long data counts as fresh. `unusedMs`: how long data
 * that no page uses stays in the cache.
 */
export const queryRules = {
  freshMs: 5 * 60_000,
  unusedMs: 30 * 60_000,
  retries: 1,
  retryMs: 1_000,
} as const

/**
 * Creates a query cache. A browser has one, and the server has one per request. On the server, no timer (`gcTime`) may
 * keep the cache in memory.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryRules.freshMs,
        gcTime: environmentManager.isServer() ? Number.POSITIVE_INFINITY : queryRules.unusedMs,
        retry: retryUpTo(queryRules.retries),
        retryDelay: queryRules.retryMs,
        refetchOnWindowFocus: false,
        // Without a connection, a query fails and its page shows the error. In the other network modes, the query would
        // wait for the connection.
        networkMode: 'always',
      },
    },
  })
}

/**
 * The `retry` option of a query: temporary failures are retried up to `times` times, but never on the server. A retry
 * by the request client counts too, so a network error leads to two attempts, not four.
 */
export function retryUpTo(times: number) {
  return (failures: number, error: Error): boolean =>
    !environmentManager.isServer() && failures < times && error instanceof ApiError && mayBeRetried(error)
}

/** Whether to retry: not after a refusal or a retry by the request client, nor before the end of a long Retry-After. */
function mayBeRetried({ status, retried, retryAfter = 0 }: ApiError): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return !isRefusal && !retried && retryAfter * 1000 <= queryRules.retryMs
}
