import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { track } from '#client/analytics-events.ts'
import type { User } from '#features/accounts/contract.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { beginSession, refreshUser } from './session-lifecycle.ts'

export type OnSignedIn = () => void

/**
 * Returns a function that completes a login by any method: it calls `onSignedIn`, starts the session, tells the other
 * tabs and analytics, and shows a notice.
 */
export function useCompleteLogin(onSignedIn: OnSignedIn) {
  const router = useRouter()
  return useCallback(
    (user: User, method: string) => {
      onSignedIn()
      beginSession(router, user)
      track('login', { method })
      refreshUser()
      notify({ title: t('Login successful'), text: t('Welcome back, {username}.', { username: user.username }) })
    },
    [router, onSignedIn],
  )
}
