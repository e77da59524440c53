import { useState } from 'react'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import type { Person } from '#features/moderation/people-contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { Select } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import type { Refusal } from '../use-admin-request.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import type { PersonEdit } from './use-change-person.ts'

const fields = ['role', 'password'] as const
const roles = {
  user: msg('Member'),
  moderator: msg('Moderator: can decide on reports, edit, remove and restore'),
  admin: msg('Admin: can do everything'),
} as const

/** Changes a user's role, or lifts a ban. Asks for the admin's password only when the server requires it. */
export function RoleDialog({
  person,
  kind,
  onSend,
  onClose,
}: {
  person: Person
  kind: 'role' | 'unban'
  onSend: (edit: PersonEdit) => Promise<Refusal | null>
  onClose: () => void
}) {
  const [needsPassword, setNeedsPassword] = useState(false)
  const isRole = kind === 'role'
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ password }) => (needsPassword ? findPasswordError({ password }) : {}),
    send: async ({ role, password }) => {
      const edit = isRole ? { role: role as Person['role'] } : { banned: false }
      const refusal = await onSend({ ...edit, ...(password && { password }) })
      if (!refusal) {
        onClose()
        return
      }
      if (refusal.password) setNeedsPassword(true)
      return refusal
    },
  })
  return (
    <FormDialog
      title={
        isRole
          ? t('Role of {username}', { username: person.username })
          : t('Lift the ban of {username}?', { username: person.username })
      }
      submitLabel={isRole ? t('Save') : t('Lift ban')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      {isRole ? (
        <Select label={t('Role')} name="role" defaultValue={person.role} error={errors.role}>
          {Object.entries(roles).map(([role, label]) => (
            <option key={role} value={role}>
              {translate(label)}
            </option>
          ))}
        </Select>
      ) : (
        <p className="text-ink-2">
          {t('They can sign in again, and their votes count again. Removed prompts stay removed.')}
        </p>
      )}
      {needsPassword && <OwnPasswordField error={errors.password} />}
    </FormDialog>
  )
}
