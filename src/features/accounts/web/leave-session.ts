import { keep } from './kept-values.ts'
import { endSession } from './session-life.ts'
import { forgetReturnPaths } from './sign-in-return.ts'

/** Somebody left on purpose: user, flags, everything personal, return paths and acts that waited go. */
export function leaveSession(): void {
  endSession({ byLogout: true })
  forgetReturnPaths()
  keep('pendingAct', null)
}
