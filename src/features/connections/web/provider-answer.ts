import type { AnyRouter } from '@tanstack/react-router'

/**
 * What the other site sent along in the address. It leaves the address at once, so that no history and no other site
 * gets it. A refusal has the words for it.
 */
export function takeAnswer(router: AnyRouter): { code: string; state: string } | { refusal: string } {
  const { pathname, searchParams } = new URL(location.href)
  if (searchParams.size > 0) router.navigate({ href: pathname, replace: true, resetScroll: false })
  const [code, state] = [searchParams.get('code'), searchParams.get('state')]
  if (code && state) return { code, state }
  return {
    refusal:
      searchParams.get('error') === 'access_denied'
        ? 'You said no there, so nothing happened here.'
        : 'There is no answer in this address. Start again.',
  }
}
