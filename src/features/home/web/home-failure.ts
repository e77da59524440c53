import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#ui/notice.tsx'
import { homeKey } from './home-data.ts'

/** The message when home data can't be loaded. */
export const homeFailure = {
  title: 'Error loading homepage data',
  text: 'There was a problem loading the homepage data. Please try again later.',
}

/**
 * Notifies visitors of the home page when its data could not be refreshed after all retries. Earlier data stays on the
 * screen. On other pages home data is only prefetched, so there is no notice. Returns a function that ends this.
 */
export function notifyHomeFailures(
  queryClient: QueryClient,
  { pathname = () => location.pathname, show = notify } = {},
): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (event.query.queryKey[0] === homeKey[0] && pathname() === '/') show({ ...homeFailure, failed: true })
  })
}
