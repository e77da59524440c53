import { useState } from 'react'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import type { Refusal } from '../use-admin-request.ts'
import { OwnPasswordField } from './own-password-field.tsx'

const fields = ['undo', 'password'] as const
export type Ban = { undo: boolean; password?: string }

/**
 * Asks whether to ban a user, and whether to undo everything they did. Asks for the admin's password only if the server
 * requires it, because the admin signed in more than 12 hours ago.
 */
export function BanDialog({
  username,
  onSend,
  onClose,
}: {
  username: string
  onSend: (ban: Ban) => Promise<Refusal | null>
  onClose: () => void
}) {
  const [needsPassword, setNeedsPassword] = useState(false)
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ password }) => (needsPassword ? findPasswordError({ password }) : {}),
    send: async ({ undo, password }) => {
      const refusal = await onSend({ undo: undo === 'on', ...(password && { password }) })
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
      title={t('Ban {username}?', { username })}
      submitLabel={t('Ban')}
      destructive
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {t(
          'They are signed out everywhere and can’t sign in. Their votes no longer count. You can lift the ban under People.',
        )}
      </p>
      <Checkbox name="undo" label={t('Undo everything this account did')} />
      <p className="-mt-4 text-ink-2 text-small">
        {t(
          'This removes their prompts, examples, comments, collections and open suggested edits, hides their comparisons, deletes their votes, saves and open reports, and undoes their edits to other people’s prompts, unless somebody has edited the prompt since. Moderators can restore each prompt, example, comment and collection separately.',
        )}
      </p>
      {needsPassword && <OwnPasswordField error={errors.password} />}
    </FormDialog>
  )
}
