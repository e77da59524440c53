import { useRouteContext } from '@tanstack/react-router'
import type { LoginFields } from '#features/accounts/form-rules.ts'
import { notify } from '#ui/notice.tsx'
import type { ApiError } from '#web/api-error.ts'
import { keep } from './kept-values.ts'
import { serverWords } from './server-words.ts'
import { type SignedIn, useEnterSite } from './use-enter-site.ts'

type Ways = { onSignedIn: SignedIn; onCodeAsked: (ticket: string) => void }

/**
 * Signs in. Where a second factor is on, `onCodeAsked` gets the ticket that a code goes with. A refusal is told in a
 * notice; what the server says about single fields comes back as an answer.
 */
export function useLogIn({ onSignedIn, onCodeAsked }: Ways) {
  const { api } = useRouteContext({ from: '__root__' })
  const enterSite = useEnterSite(onSignedIn)
  return async ({ username, password }: LoginFields, form: HTMLFormElement) => {
    keep('hasAttemptedLogin', 'true')
    try {
      enterSite(await api('POST /api/login', { body: { username: username.trim(), password } }), 'password')
    } catch (error) {
      keep('hasAttemptedLogin', null)
      const failure = error as ApiError
      if (failure.code === 'second_factor_required' && failure.ticket) {
        onCodeAsked(failure.ticket)
        return undefined
      }
      const text = serverWords(failure, 'Invalid username or password.')
      notify({ title: 'Login failed', text, failed: true })
      ;(form.elements.namedItem('password') as HTMLInputElement | null)?.select()
      return failure.fields
    }
    return undefined
  }
}
