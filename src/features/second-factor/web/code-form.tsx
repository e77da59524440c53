import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import { writeStored } from '#features/accounts/web/browser-storage.ts'
import { useCompleteLogin } from '#features/accounts/web/use-complete-login.ts'
import { t } from '#lib/texts.ts'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { CodeField, findCodeErrors } from './code-field.tsx'

const fields = ['code'] as const

type Props = { ticket: string; onSignedIn: () => void; onBack: () => void }

/** The second step of a login, which asks for a code from the authenticator or a recovery code. */
export function CodeForm({ ticket, onSignedIn, onBack }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const completeLogin = useCompleteLogin(onSignedIn)
  const [kind, setKind] = useState<'code' | 'recovery'>('code')
  const isRecovery = kind === 'recovery'
  const send = async ({ code }: { code: string }, form: HTMLFormElement) => {
    // If the page reloads before the server has answered, this flag makes it ask who is signed in.
    writeStored('hasAttemptedLogin', 'true')
    try {
      completeLogin(await api('POST /api/login/second-factor', { body: { ticket, code } }), 'second factor')
    } catch (error) {
      writeStored('hasAttemptedLogin', null)
      const { message, fields: fieldErrors } = error as ApiError
      notify({ title: t('Login failed'), text: fieldErrors?.ticket ?? message, isFailure: true })
      if (fieldErrors?.ticket) onBack()
      ;(form.elements.namedItem('code') as HTMLInputElement | null)?.select()
      return fieldErrors?.code ? { code: fieldErrors.code } : undefined
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findCodeErrors, send })
  return (
    <form {...form} className="form mt-5">
      <p>
        {isRecovery
          ? t('Enter one of the recovery codes that you saved. Each works once.')
          : t('Open your authenticator and enter the code that it shows for this site.')}
      </p>
      <CodeField key={kind} kind={kind} error={errors.code} takesFocus />
      <button type="submit" className="btn btn-primary btn-big" aria-disabled={isSending}>
        {isSending ? t('Logging in...') : t('Login')}
      </button>
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-small">
        <button type="button" className="link" onClick={() => setKind(isRecovery ? 'code' : 'recovery')}>
          {isRecovery ? t('Use the authenticator') : t('Use a recovery code')}
        </button>
        <button type="button" className="link" onClick={onBack}>
          {t('Start over')}
        </button>
      </p>
    </form>
  )
}
