import type { QueryClient } from '@tanstack/react-query'
import { readSession } from '#features/accounts/web/session-store.ts'
import { favouritesQuery } from '#features/favourites/web/favourite-queries.ts'
import { ownPromptsQuery } from '#features/writing/web/own-prompt-queries.ts'
import type { Api } from './api.ts'

/**
 * Prefetches the member's own lists on their pages: /api/user/prompts on /my-prompts, /api/favorites on /favorites (spec
 * section 7), if a user is cached. Never fails: the page finds an error in its query.
 */
export async function prefetchOwnLists(pathname: string, queryClient: QueryClient, api: Api): Promise<void> {
  if (!readSession().user) return
  const wanted: Record<string, () => Promise<unknown>> = {
    '/my-prompts': () => queryClient.query(ownPromptsQuery(api, { status: 'published' })),
    '/favorites': () => queryClient.query(favouritesQuery(api)),
  }
  await wanted[pathname]?.().catch(() => undefined)
}
