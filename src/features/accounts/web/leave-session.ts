import { dropPendingAction } from './pending-action.ts'
import { forgetReturnPaths } from './return-from-sign-in.ts'
import { endSession } from './session-lifecycle.ts'

/**
 * Clears everything about the user after a logout or the deletion of the account: the session, its flags in the
 * browser's storage, personal data, return paths and the pending action.
 */
export function leaveSession(): void {
  endSession({ byLogout: true })
  forgetReturnPaths()
  dropPendingAction()
}
