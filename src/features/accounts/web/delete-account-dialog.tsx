import { useEffect, useId, useRef } from 'react'
import { PasswordField } from '#ui/field.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { AccountName } from './account-name.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

const fields = ['password', 'prompts'] as const
type Values = Record<(typeof fields)[number], string>

function check({ password }: Values): Partial<Values> {
  return password === '' ? { password: 'Enter your password' } : {}
}

/** Asks for the password and whether prompts stay, then deletes the account. */
export function DeleteAccountDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const deleteAccount = useDeleteAccount()
  const { errors, pending, form } = useCheckedForm({ fields, check, send: deleteAccount })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title} className="mb-2 text-h3">
        Delete your account?
      </h2>
      <p className="mb-5 text-ink-2">
        Your email address, your name, your sessions and what you saved are erased. This can’t be undone.
      </p>
      <form {...form} className="form">
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">Your prompts</legend>
          <Choice value="keep" label="Keep them, under “deleted-user”" defaultChecked />
          <Choice value="delete" label="Delete them too" />
        </fieldset>
        <AccountName username={username} />
        <PasswordField label="Password" name="password" error={errors.password} autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="btn btn-bad" aria-disabled={pending}>
            {pending ? 'Deleting account...' : 'Delete account'}
          </button>
        </div>
      </form>
    </dialog>
  )
}

function Choice({ value, label, defaultChecked }: { value: string; label: string; defaultChecked?: boolean }) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="radio"
        name="prompts"
        value={value}
        defaultChecked={defaultChecked}
        className="size-4.5 accent-ink"
      />
      {label}
    </label>
  )
}
