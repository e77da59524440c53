import { useRouteContext } from '@tanstack/react-router'
import { AccountName } from '#features/accounts/web/account-name.tsx'
import { PasswordField } from '#ui/field.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { ApiError } from '#web/api-error.ts'
import { CodeField, checkCode } from './code-field.tsx'

const fields = ['password', 'code'] as const
type Values = Record<(typeof fields)[number], string>

const wishes = {
  codes: {
    lead: 'Ten new codes. The old ones work no more.',
    action: 'Make new codes',
    pending: 'Making new codes...',
    done: { title: 'New recovery codes', text: 'The old ones work no more.' },
    failed: 'No new codes were made',
  },
  off: {
    lead: 'From then on, whoever knows your password can sign in.',
    action: 'Switch off the second factor',
    pending: 'Switching off...',
    done: { title: 'Second factor off', text: 'Your password is enough from now on.' },
    failed: 'The second factor was not switched off',
  },
} as const

type Props = {
  username: string
  wish: keyof typeof wishes
  /** Gets the new recovery codes, where those were wished for. */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

/** Asks for password and code before the second factor is changed. */
export function ProofForm({ username, wish, onDone, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const words = wishes[wish]
  const act = async (body: Values) => {
    if (wish === 'codes') return (await api('POST /api/user/second-factor/recovery-codes', { body })).recoveryCodes
    await api('DELETE /api/user/second-factor', { body })
    return null
  }
  const send = async (values: Values) => {
    try {
      const codes = await act(values)
      notify(words.done)
      onDone(codes)
    } catch (error) {
      const { code, message, fields } = error as ApiError
      if (fields?.code) return { code: fields.code }
      if (code === 'forbidden') return { password: message }
      notify({ title: words.failed, text: message, failed: true })
    }
    return undefined
  }
  const { errors, pending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <p>{words.lead}</p>
      <AccountName username={username} />
      <PasswordField
        label="Your password"
        name="password"
        error={errors.password}
        autoComplete="current-password"
        ref={focusOn}
      />
      <CodeField error={errors.code} help="Of your authenticator, or a recovery code." kind="either" />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className={wish === 'off' ? 'btn btn-bad' : 'btn btn-key'} aria-disabled={pending}>
          {pending ? words.pending : words.action}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function check(values: Values): Partial<Values> {
  return { ...(values.password === '' && { password: 'Enter your password' }), ...checkCode(values) }
}

function focusOn(input: HTMLInputElement | null) {
  input?.focus()
}
