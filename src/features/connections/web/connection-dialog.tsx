import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { CurrentPasswordField } from '#features/accounts/web/current-password-field.tsx'
import type { Provider } from '#features/connections/rules.ts'
import { t } from '#lib/texts.ts'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { providerName } from './provider-name.ts'

const fields = ['password'] as const

type Props = {
  provider: Provider
  /** Whether the member has a connection to the provider. If so, the dialog removes it. */
  connected: boolean
  username: string
  onDone: () => void
  onClose: () => void
}

/** Asks for the password, and then goes to the other site to connect an account, or removes the connection. */
export function ConnectionDialog({ provider, connected, username, onDone, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const name = providerName(provider)
  const submitChange = async (body: { password: string }, form: HTMLFormElement) => {
    if (!connected) {
      const { url } = await api('POST /api/connections/{provider}', { params: { provider }, body })
      location.assign(url)
      return
    }
    await api('DELETE /api/user/connections/{provider}', { params: { provider }, body })
    form.closest('dialog')?.close()
    notify({ title: t('{name} disconnected', { name }), text: t('It no longer signs you in here.') })
    onDone()
  }
  const send = async (values: { password: string }, form: HTMLFormElement) => {
    try {
      await submitChange(values, form)
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.password) return { password: message }
      notify({
        title: connected ? t('{name} was not disconnected', { name }) : t('{name} was not connected', { name }),
        text: message,
        isFailure: true,
      })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findPasswordError, send })
  const submitLabel = connected ? t('Disconnect') : t('Go to {name}', { name })
  return (
    <FormDialog
      title={connected ? t('Disconnect {name}?', { name }) : t('Connect {name}', { name })}
      lead={
        connected
          ? t('Your account at {name} will no longer sign you in here.', { name })
          : t(
              '{name} asks for your consent next. Afterwards, anyone with access to your account there can sign in here.',
              { name },
            )
      }
      submitLabel={submitLabel}
      pendingLabel={submitLabel}
      isSending={isSending}
      destructive={connected}
      form={form}
      onClose={onClose}
    >
      <CurrentPasswordField username={username} error={errors.password} />
    </FormDialog>
  )
}
