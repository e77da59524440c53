import { dropPendingAction } from './pending-action.ts'
import { forgetReturnPaths } from './return-from-sign-in.ts'
import { endSession } from './session-lifecycle.ts'

/**
 * After a logout or the deletion of the account: clears the user, flags, personal data, return paths and pending action.
 */
export function leaveSession(): void {
  endSession({ byLogout: true })
  forgetReturnPaths()
  dropPendingAction()
}
