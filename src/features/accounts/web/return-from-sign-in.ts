import type { AnyRouter } from '@tanstack/react-router'
import { returnPath } from '#lib/return-path.ts'
import { readStored, writeStored } from './browser-storage.ts'

/** Redirects wait this long, in ms, so that the success message shows first. */
const redirectMs = 300

/** Like `returnFromSignIn`, after a short delay. */
export function returnSoon(router: AnyRouter): void {
  setTimeout(() => returnFromSignIn(router), redirectMs)
}

/** Returns from the login page to where the user came from, and forgets the stored paths. */
export async function returnFromSignIn(router: AnyRouter): Promise<void> {
  const href = returnPath({
    redirectAfterLogin: readStored('redirectAfterLogin'),
    lastVisitedUrl: readStored('lastVisitedUrl'),
    previousUrl: readStored('previousUrl'),
  })
  forgetReturnPaths()
  await router.navigate({ href, replace: true })
}

/** Forgets the stored return paths. */
export function forgetReturnPaths(): void {
  for (const key of ['redirectAfterLogin', 'lastVisitedUrl', 'previousUrl'] as const) writeStored(key, null)
}
