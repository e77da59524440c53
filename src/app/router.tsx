import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRouter,
  type LocationRewrite,
  parseSearchWith,
  stringifySearchWith,
  useRouter,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { createApi } from '#client/api.ts'
import { apiTransport } from '#client/api-transport.ts'
import { browserTransport } from '#client/browser-transport.ts'
import { inProcessTransport } from '#client/in-process-transport.ts'
import { pageState, restoreState } from '#client/page-state.ts'
import { createQueryClient } from '#client/query-client.ts'
import type { RouterContext } from '#client/router-context.ts'
import { onSessionExpired } from '#features/accounts/web/connect-session.ts'
import { onSessionChange, readSession, type Session } from '#features/accounts/web/session-store.ts'
import { homeResponses } from '#features/home/web/home-responses.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { RouteError } from '#features/site/web/route-error.tsx'
import { currentLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { setReactionHandlers } from '#ui/reactions.ts'
import type { OwnReactions } from './own-reactions.ts'
import { routeTree } from './route-tree.gen.ts'
import { useBackgroundWork } from './use-background-work.ts'

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

/** Addresses of pages in other languages than the default one begin with a prefix, of which the routes know nothing. */
function prefixRewrite(prefix: string): LocationRewrite {
  return {
    input({ url }) {
      if (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))
        url.pathname = url.pathname.slice(prefix.length) || '/'
      return url
    },
    output({ url }) {
      url.pathname = url.pathname === '/' ? prefix : prefix + url.pathname
      return url
    },
  }
}

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
        fetch: browserTransport,
        // On the home page, requests that the loaded home data can answer aren't sent.
        localResponses: homeResponses(queryClient),
        onSessionExpired,
      })
  const { prefix } = currentLanguage()
  return createRouter({
    routeTree,
    rewrite: prefix ? prefixRewrite(prefix) : undefined,
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
    // The server writes the state beside the HTML (entry-server.ts), except in development.
    dehydrate:
      import.meta.env.SSR && import.meta.env.DEV
        ? () => ({ state: JSON.stringify(pageState(queryClient)) })
        : undefined,
    hydrate: (data?: { state: string }) => restoreState(queryClient, data && JSON.parse(data.state)),
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

/**
 * Loads the code for the reader's own reactions when a member is signed in, or when somebody presses a vote, save or
 * follow button.
 */
function useOwnReactions(): void {
  const router = useRouter()
  useEffect(() => {
    let loading: Promise<OwnReactions> | undefined
    const load = () => {
      loading ??= import('./own-reactions.ts').then(({ startOwnReactions }) =>
        startOwnReactions({ router, ...router.options.context }),
      )
      loading.catch(() => {
        loading = undefined
      })
      return loading
    }
    const loadForMember = ({ state }: Session) => {
      if (state === 'signedIn') load().catch(() => undefined)
    }
    setReactionHandlers({
      onPress: (...pressed) =>
        load()
          .then(({ press }) => press(...pressed))
          .catch(({ message }) => notify({ title: t('Not saved'), text: message, isFailure: true })),
    })
    loadForMember(readSession())
    return onSessionChange(loadForMember)
  }, [router])
}
