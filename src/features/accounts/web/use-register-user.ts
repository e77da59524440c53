import { useRouteContext, useRouter } from '@tanstack/react-router'
import { track } from '#client/analytics-events.ts'
import type { ApiError } from '#client/api-error.ts'
import type { RegistrationFields } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { writeStored } from './browser-storage.ts'
import { serverMessage } from './server-message.ts'
import { beginSession, refreshUser } from './session-lifecycle.ts'

type Options = {
  /** Waits for the captcha and returns its solution, or undefined if it isn't solved in time. */
  captcha: () => Promise<string | undefined>
  invitation?: string
  onStarted: () => void
  onFailed: (message: string) => void
  onRegistered: () => void
}

/**
 * Returns a function that creates an account and signs in. That function returns the errors of individual fields, or
 * undefined if there are none.
 */
export function useRegisterUser({ captcha, invitation, onStarted, onFailed, onRegistered }: Options) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async ({ username, email, password }: RegistrationFields, form: HTMLFormElement) => {
    onStarted()
    writeStored('hasAttemptedLogin', 'true')
    try {
      const body = { username, email, password, captcha: await captcha(), invitation }
      const user = await api('POST /api/register', { body })
      form.reset()
      onRegistered()
      beginSession(router, user)
      track('sign_up', { method: 'password' })
    } catch (error) {
      writeStored('hasAttemptedLogin', null)
      const failure = error as ApiError
      notify({ title: t('Registration failed'), text: t('An error occurred during registration.'), isFailure: true })
      onFailed(serverMessage(failure, t('Registration failed. Please try again.')))
      return failure.fields
    }
    refreshUser()
    notify({ title: t('Registration successful'), text: t('Welcome, {username}.', { username }) })
    return undefined
  }
}
