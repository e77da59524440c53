import { vi } from 'vitest'
import { setSession } from '#features/accounts/web/session-store.ts'

/** Ends the session that another test file of the same worker may have left, since test files share their modules. */
export function resetSession(): void {
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => undefined } })
  setSession({ state: 'signedOut', user: null, byLogout: true })
}
