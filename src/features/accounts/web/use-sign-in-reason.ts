import { useLayoutEffect, useState } from 'react'
import { purposeOfPath } from '#features/accounts/sign-in-purpose-rules.ts'
import { readStored } from './browser-storage.ts'
import { readPendingTexts } from './pending-action.ts'

/** Why somebody is on the login page: what they sign in for, and what happens afterwards. */
type SignInReason = { purpose?: string; nextStep?: string }

/**
 * Returns the reason that is stored in this tab. The reason is empty in the server's HTML, which is the same for
 * everybody.
 */
export function useSignInReason(): SignInReason {
  const [reason, setReason] = useState<SignInReason>({})
  useLayoutEffect(() => {
    const purpose = purposeOfPath(readStored('redirectAfterLogin')) ?? undefined
    setReason(readPendingTexts() ?? { purpose })
  }, [])
  return reason
}
