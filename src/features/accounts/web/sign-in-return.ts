import type { AnyRouter } from '@tanstack/react-router'
import { returnPath } from '#lib/return-path.ts'
import { keep, kept } from './kept-values.ts'

/** The way into the site goes on this much later, in ms: the words of success come first. */
const redirectMs = 300

/** As returnFromSignIn, in a moment. */
export function returnSoon(router: AnyRouter): void {
  setTimeout(() => returnFromSignIn(router), redirectMs)
}

/** Leads from the sign-in to where somebody came from, and forgets the saved paths. */
export async function returnFromSignIn(router: AnyRouter): Promise<void> {
  const href = returnPath({
    redirectAfterLogin: kept('redirectAfterLogin'),
    lastVisitedUrl: kept('lastVisitedUrl'),
    previousUrl: kept('previousUrl'),
  })
  forgetReturnPaths()
  await router.navigate({ href, replace: true })
}

/** Forgets where to return to. */
export function forgetReturnPaths(): void {
  for (const key of ['redirectAfterLogin', 'lastVisitedUrl', 'previousUrl'] as const) keep(key, null)
}
