import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import type { SetUp } from '#features/second-factor/contract.ts'
import { t } from '#lib/texts.ts'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { CodeField, findCodeErrors } from './code-field.tsx'

const fields = ['code'] as const

type Props = { setUp: SetUp; onConfirmed: (codes: string[]) => void; onCancel: () => void }

/** Shows the secret for an authenticator, and asks for the first code. */
export function ConfirmForm({ setUp: { secret, address, qr }, onConfirmed, onCancel }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const send = async ({ code }: { code: string }) => {
    try {
      const { recoveryCodes } = await api('POST /api/user/second-factor/confirm', { body: { code } })
      onConfirmed(recoveryCodes)
      notify({ title: t('Two-step sign-in is on'), text: t('You are signed out everywhere else.') })
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.code) return { code: fieldErrors.code }
      notify({ title: t('Two-step sign-in was not switched on'), text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findCodeErrors, send })
  return (
    <form {...form} className="form">
      <p>
        {rich(
          'Scan this QR code with your authenticator, <link>open it in an app on this device</link>, or type in the secret.',
          {
            link: (text) => (
              <a href={address} className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
      <svg
        role="img"
        aria-label={t('QR code for your authenticator')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width="208"
        height="208"
        shapeRendering="crispEdges"
        className="rounded-1 border border-edge"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p>
        <span className="block text-ink-2 text-small">{t('Secret')}</span>
        <code className="break-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeField error={errors.code} takesFocus help={t('The six digits that your authenticator shows.')} />
      <FormActions
        label={t('Switch on')}
        pendingLabel={t('Switching on...')}
        isSending={isSending}
        onCancel={onCancel}
      />
    </form>
  )
}
