import { useRouteContext } from '@tanstack/react-router'
import { AccountName } from '#features/accounts/web/account-name.tsx'
import type { SetUp } from '#features/second-factor/contract.ts'
import { PasswordField } from '#ui/field.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { ApiError } from '#web/api-error.ts'

const fields = ['password'] as const

type Props = { username: string; onSetUp: (setUp: SetUp) => void; onCancel: () => void }

/** Asks for the password before the secret is shown. */
export function PasswordStep({ username, onSetUp, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ password }: { password: string }) => {
    try {
      onSetUp(await api('POST /api/user/second-factor', { body: { password } }))
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: 'Two-step sign-in was not set up', text: message, failed: true })
    }
    return undefined
  }
  const check = ({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})
  const { errors, pending, form } = useCheckedForm({ fields, check, send })
  return (
    <form {...form} className="form">
      <AccountName username={username} />
      <PasswordField
        label="Your password"
        name="password"
        error={errors.password}
        autoComplete="current-password"
        ref={focusOn}
      />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-key" aria-disabled={pending}>
          {pending ? 'Checking...' : 'Continue'}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function focusOn(input: HTMLInputElement | null) {
  input?.focus()
}
