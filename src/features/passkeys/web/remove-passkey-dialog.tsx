import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import type { Passkey } from '#features/passkeys/contract.ts'
import { t } from '#lib/texts.ts'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'

const fields = ['password'] as const

type Props = { passkey: Passkey; username: string; onRemoved: () => void; onClose: () => void }

/** Asks for the password, then removes a passkey. */
export function RemovePasskeyDialog({ passkey: { id, name }, username, onRemoved, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ password }: { password: string }, form: HTMLFormElement) => {
    try {
      await api('DELETE /api/user/passkeys/{id}', { params: { id }, body: { password } })
    } catch (error) {
      const { code, message } = error as ApiError
      if (code === 'forbidden') return { password: message }
      notify({ title: t('The passkey was not removed'), text: message, isFailure: true })
      return undefined
    }
    form.closest('dialog')?.close()
    notify({ title: t('Passkey removed'), text: name })
    onRemoved()
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findPasswordError, send })
  return (
    <FormDialog
      title={t('Remove this passkey?')}
      lead={t('“{name}” will no longer sign you in here. Your device may still list it.', { name })}
      submitLabel={t('Remove passkey')}
      pendingLabel={t('Removing passkey...')}
      isSending={isSending}
      destructive
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField username={username} error={errors.password} />
    </FormDialog>
  )
}
