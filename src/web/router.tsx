import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { homeAnswers } from '#features/home/web/home-answers.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { RouteError } from '#features/site/web/route-error.tsx'
import { type Api, createApi } from './api.ts'
import { apiWire } from './api-wire.ts'
import { inProcessWire } from './in-process-wire.ts'
import { createQueryClient } from './query-client.ts'
import { routeTree } from './route-tree.gen.ts'
import { type SiteFacts, setSiteFacts, siteFacts } from './site-facts.ts'

/** What loaders and pages find in the router's context: no loader knows where it runs. */
export type RouterContext = { queryClient: QueryClient; api: Api }

/** A router with its query cache and API client: one per browser, one per request on the server. */
export function getRouter() {
  const queryClient = createQueryClient()
  const api = import.meta.env.SSR
    ? createApi({ fetch: inProcessWire(apiWire()), inProcess: true })
    : createApi({ fetch: (path, init) => fetch(path, init), knownAnswers: homeAnswers(queryClient) })
  const router = createRouter({
    routeTree,
    context: { queryClient, api },
    defaultPreload: 'intent',
    // The query cache alone decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    dehydrate: () => ({ site: siteFacts() }),
    hydrate: ({ site }: { site: SiteFacts }) => setSiteFacts(site),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
