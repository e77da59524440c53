import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#client/api.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { favoritesQuery } from '#features/favorites/web/favorite-queries.ts'
import { ownPromptsQuery } from '#features/writing/web/own-prompt-queries.ts'

/**
 * If a member is signed in, fetches the list of the page that they opened: /api/user/prompts for /my-prompts,
 * /api/favorites for /favorites. Never rejects: the query stores an error for the page to show.
 */
export async function prefetchOwnLists(pathname: string, queryClient: QueryClient, api: Api): Promise<void> {
  if (!readSession().user) return
  const prefetchOf: Record<string, () => Promise<unknown>> = {
    '/my-prompts': () => queryClient.query(ownPromptsQuery(api, { status: 'published' })),
    '/favorites': () => queryClient.query(favoritesQuery(api)),
  }
  await prefetchOf[pathname]?.().catch(() => undefined)
}
