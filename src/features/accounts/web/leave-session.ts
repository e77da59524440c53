import { dropPendingAct } from './pending-act.ts'
import { forgetReturnPaths } from './return-from-sign-in.ts'
import { endSession } from './session-lifecycle.ts'

/** Signs out on purpose: clears the user, flags, personal data, return paths and the pending act. */
export function leaveSession(): void {
  endSession({ byLogout: true })
  forgetReturnPaths()
  dropPendingAct()
}
