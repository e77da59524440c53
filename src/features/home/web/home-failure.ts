import type { QueryClient } from '@tanstack/react-query'
import { msg, translate } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { homeKey } from './home-data.ts'

/** The message that is shown if the home data can't be loaded. */
export const homeFailure = {
  title: msg('Error loading homepage data'),
  text: msg('There was a problem loading the homepage data. Please try again later.'),
}

/**
 * Shows a notice on the home page if its data could not be loaded after all retries. Earlier data stays on the
 * screen. Other pages only prefetch this data, so they show no notice. Returns a function that turns the notices off.
 */
export function notifyHomeFailures(
  queryClient: QueryClient,
  { pathname = () => location.pathname, show = notify } = {},
): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (event.query.queryKey[0] === homeKey[0] && pathname() === '/') {
      const { title, text } = homeFailure
      show({ title: translate(title), text: translate(text), isFailure: true })
    }
  })
}
