import { dehydrate, hydrate, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { createApi } from '#client/api.ts'
import { apiTransport } from '#client/api-transport.ts'
import { inProcessTransport } from '#client/in-process-transport.ts'
import { createQueryClient } from '#client/query-client.ts'
import type { RouterContext } from '#client/router-context.ts'
import { setSiteFacts, siteFacts } from '#client/site-facts.ts'
import { onSessionExpired } from '#features/accounts/web/connect-session.ts'
import { homeResponses } from '#features/home/web/home-responses.ts'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { RouteError } from '#features/site/web/route-error.tsx'
import { routeTree } from './route-tree.gen.ts'
import { useBackgroundWork } from './use-background-work.ts'
import { useOwnReactions } from './use-own-reactions.ts'

/**
 * Returns a function that decides whether the router may scroll when a page opens: always, except on the first page if
 * the reader has already scrolled there.
 */
function createScrollCheck(): () => boolean {
  let isFirst = true
  return () => {
    const wasFirst = isFirst
    isFirst = false
    return !wasFirst || scrollY === 0
  }
}

// By default, the router reads values as JSON, which changes searches such as "cover letter" with its quotes, or 1e3.
const parseSearch = parseSearchWith((text) => text)
const stringifySearch = stringifySearchWith(JSON.stringify)

function useAppWork() {
  useBackgroundWork()
  useOwnReactions()
}

/**
 * Creates a router with its query cache and its API client. A browser has one router, and the server has one per
 * request.
 */
export function getRouter() {
  const queryClient = createQueryClient()
  const api = import.meta.env.SSR
    ? createApi({ fetch: inProcessTransport(apiTransport()), inProcess: true })
    : createApi({
        fetch: (path, init) => fetch(path, init),
        // On the home page, requests that the loaded home data can answer aren't sent.
        localResponses: homeResponses(queryClient),
        onSessionExpired,
      })
  return createRouter({
    routeTree,
    context: { queryClient, api, useAppWork } satisfies RouterContext,
    defaultPreload: 'intent',
    // The query cache alone decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    parseSearch,
    // The router calls this for every link, so those without parameters skip the library's function, which is slow.
    stringifySearch: import.meta.env.SSR
      ? (search) => (Object.keys(search).length > 0 ? stringifySearch(search) : '')
      : stringifySearch,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: import.meta.env.SSR || createScrollCheck(),
    // Pages aren't streamed, so all their data is known here. JSON makes a page an eighth smaller than the router's own
    // format.
    dehydrate: import.meta.env.SSR
      ? () => ({ site: siteFacts(), queries: JSON.stringify(dehydrate(queryClient)) })
      : undefined,
    hydrate: ({ site, queries }: { site: SiteFacts; queries: string }) => {
      setSiteFacts(site)
      hydrate(queryClient, JSON.parse(queries))
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
