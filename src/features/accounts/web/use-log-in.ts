import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import type { LoginFields } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { writeStored } from './browser-storage.ts'
import { serverMessage } from './server-message.ts'
import { type OnSignedIn, useCompleteLogin } from './use-complete-login.ts'

type Callbacks = {
  onSignedIn: OnSignedIn
  onCodeRequired: (ticket: string) => void
}

/**
 * Returns a function that signs in. If a second factor is on, `onCodeRequired` gets the ticket that must be sent with
 * the code. Any other failure is shown as a notice. Errors for single fields are returned.
 */
export function useLogIn({ onSignedIn, onCodeRequired }: Callbacks) {
  const { api } = useRouteContext({ from: '__root__' })
  const completeLogin = useCompleteLogin(onSignedIn)
  return async ({ username, password }: LoginFields, form: HTMLFormElement) => {
    writeStored('hasAttemptedLogin', 'true')
    try {
      completeLogin(await api('POST /api/login', { body: { username: username.trim(), password } }), 'password')
    } catch (error) {
      writeStored('hasAttemptedLogin', null)
      const failure = error as ApiError
      if (failure.code === 'second_factor_required' && failure.ticket) {
        onCodeRequired(failure.ticket)
        return undefined
      }
      const text = serverMessage(failure, t('Invalid username or password.'))
      notify({ title: t('Login failed'), text, isFailure: true })
      ;(form.elements.namedItem('password') as HTMLInputElement | null)?.select()
      return failure.fields
    }
    return undefined
  }
}
