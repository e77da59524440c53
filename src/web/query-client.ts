import { environmentManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How the query cache behaves. Times in ms. */
export const queryRules = {
  freshMs: 5 * 60_000,
  keptMs: 30 * 60_000,
  retries: 1,
  retryMs: 1_000,
} as const

/** A query cache: one per browser, one per request on the server, where no timer may keep it alive (gcTime). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryRules.freshMs,
        gcTime: environmentManager.isServer() ? Number.POSITIVE_INFINITY : queryRules.keptMs,
        retry: retryUpTo(queryRules.retries),
        retryDelay: queryRules.retryMs,
        refetchOnWindowFocus: false,
        // Without a connection a question fails and its page says so, instead of waiting for ever.
        networkMode: 'always',
      },
    },
  })
}

/**
 * A `retry` option: up to `times` more, never on the server, and only what may pass by itself. What the request client
 * has tried twice counts as retried, so a network error costs two attempts, not four.
 */
export function retryUpTo(times: number) {
  return (failures: number, error: Error): boolean =>
    !environmentManager.isServer() && failures < times && error instanceof ApiError && mayPass(error)
}

/** A refusal stays a refusal; and who says "come back in 30 s" is not asked again before. */
function mayPass({ status, retried, retryAfter = 0 }: ApiError): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return !isRefusal && !retried && retryAfter * 1000 <= queryRules.retryMs
}
