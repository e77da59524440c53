import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#ui/notice.tsx'
import { homeKey } from './home-data.ts'

/** What is said when home data can't be had. */
export const homeFailure = {
  title: 'Error loading homepage data',
  text: 'There was a problem loading the homepage data. Please try again later.',
}

/**
 * Tells who looks at home that its data could not be refreshed, once the tries are used up. What was read before stays
 * on the screen. Elsewhere home data is only read ahead: nobody waits for it. Gives the function that ends it.
 */
export function tellHomeFailures(
  queryClient: QueryClient,
  { pathname = () => location.pathname, tell = notify } = {},
): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (event.query.queryKey[0] === homeKey[0] && pathname() === '/') tell({ ...homeFailure, failed: true })
  })
}
