import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { AccountName } from '#features/accounts/web/account-name.tsx'
import type { Passkey } from '#features/passkeys/contract.ts'
import { PasswordField } from '#ui/field.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { ApiError } from '#web/api-error.ts'

const fields = ['password'] as const

type Props = { passkey: Passkey; username: string; onRemoved: () => void; onClose: () => void }

/** Asks for the password, then removes a passkey. */
export function RemovePasskeyDialog({ passkey: { id, name }, username, onRemoved, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const send = async ({ password }: { password: string }) => {
    try {
      await api('DELETE /api/user/passkeys/{id}', { params: { id }, body: { password } })
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: 'The passkey was not removed', text: message, failed: true })
      return undefined
    }
    dialog.current?.close()
    notify({ title: 'Passkey removed', text: name })
    onRemoved()
    return undefined
  }
  const check = ({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})
  const { errors, pending, form } = useCheckedForm({ fields, check, send })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title} className="mb-2 text-h3">
        Remove this passkey?
      </h2>
      <p className="mb-5 break-words text-ink-2">
        “{name}” no longer signs you in here. Your device may still list it.
      </p>
      <form {...form} className="form">
        <AccountName username={username} />
        <PasswordField label="Password" name="password" error={errors.password} autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="btn btn-bad" aria-disabled={pending}>
            {pending ? 'Removing passkey...' : 'Remove passkey'}
          </button>
        </div>
      </form>
    </dialog>
  )
}
