import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '#client/api.ts'
import { startAutoRefresh } from '#client/auto-refresh.ts'
import { prefetchFor } from '#client/prefetch.ts'
import { siteFacts } from '#client/site-facts.ts'
import { connectSession } from '#features/accounts/web/connect-session.ts'
import { notifyHomeFailures } from '#features/home/web/home-failure.ts'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { saveHomeInSession } from '#features/home/web/home-session.ts'
import { footerQuery } from '#features/site/web/footer-queries.ts'

type App = {
  queryClient: QueryClient
  api: Api
  pathname: string
  /** Calls the listener with the path of every page that is opened. Returns a function that removes the listener. */
  onOpened: (listener: (pathname: string) => void) => () => void
}

/**
 * Starts the app's background work: saves home data in the tab, reports failures to load that data, prefetches pages'
 * data, and refreshes data at intervals. Call this after hydration, which needs the server's data unchanged. Returns a
 * function that stops the work.
 */
export function startBackgroundWork({ queryClient, api, pathname, onOpened }: App): () => void {
  const prefetch = (path: string) => {
    prefetchFor(path, queryClient, { home: homeQuery(api, { prefetch: true }), footer: footerQuery(api) })
    if (siteFacts().prefetch) prefetchOwn(path, queryClient, api)
  }
  const stops = [
    saveHomeInSession(queryClient),
    notifyHomeFailures(queryClient),
    startAutoRefresh(queryClient),
    onOpened(prefetch),
  ]
  prefetch(pathname)
  return () => {
    for (const stop of stops) stop()
  }
}

/** Connects the session and runs the background work, both for as long as the root document is mounted. */
export function useBackgroundWork(): void {
  const router = useRouter()
  useEffect(() => connectSession(router), [router])
  useEffect(
    () =>
      startBackgroundWork({
        ...router.options.context,
        pathname: router.state.location.pathname,
        onOpened: (listener) => router.subscribe('onResolved', ({ toLocation }) => listener(toLocation.pathname)),
      }),
    [router],
  )
}

/** Prefetches the member's own lists. Only sites with PREFETCH need the code for this, so it is imported here. */
async function prefetchOwn(path: string, queryClient: QueryClient, api: Api): Promise<void> {
  const { prefetchOwnLists } = await import('./prefetch-own-lists.ts')
  await prefetchOwnLists(path, queryClient, api)
}
