import { dropPendingAction } from './pending-action.ts'
import { forgetReturnPaths } from './return-from-sign-in.ts'
import { endSession } from './session-lifecycle.ts'

/** Clears the user, flags, personal data, return paths and pending action after a logout or the account's deletion. */
export function leaveSession(): void {
  endSession({ byLogout: true })
  forgetReturnPaths()
  dropPendingAction()
}
