import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { t } from '#lib/texts.ts'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { leaveSession } from './leave-session.ts'

const fields = ['password', 'prompts'] as const

/** Asks for the password and whether the prompts should stay, then deletes the account. */
export function DeleteAccountDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const deleteAccount = useDeleteAccount()
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: (values) => findPasswordError(values),
    send: deleteAccount,
  })
  return (
    <FormDialog
      title={t('Delete your account?')}
      lead={t('Your email address, your name, your sessions and what you saved are erased. This can’t be undone.')}
      submitLabel={t('Delete account')}
      pendingLabel={t('Deleting account...')}
      isSending={isSending}
      destructive
      form={form}
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('Your prompts')}</legend>
        <Choice value="keep" label={t('Keep them, under “deleted-user”')} defaultChecked />
        <Choice value="delete" label={t('Delete them too')} />
      </fieldset>
      <CurrentPasswordField username={username} error={errors.password} />
    </FormDialog>
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

/**
 * Returns a function that deletes the user's account. That function returns the message for the password field if the
 * password was wrong.
 */
function useDeleteAccount() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  return async ({ password, prompts }: Record<'password' | 'prompts', string>) => {
    try {
      await api('DELETE /api/user', { body: { password, prompts: prompts === 'delete' ? 'delete' : 'keep' } })
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: t('The account was not deleted'), text: message, isFailure: true })
      return undefined
    }
    leaveSession()
    notify({
      title: t('Account deleted'),
      text: t('Your personal data has been deleted, except what you chose to keep.'),
    })
    await router.navigate({ to: '/', replace: true })
    return undefined
  }
}
