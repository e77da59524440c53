import { vi } from 'vitest'
import { setSession } from '#features/accounts/web/session-store.ts'

/**
 * Ends the session that another test file may have left, because test files in the same worker share their modules.
 * `byLogout` also makes the session store forget the last member. `setSession` needs a document.
 */
export function resetSession(): void {
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => undefined } })
  setSession({ state: 'signedOut', user: null, byLogout: true })
}
