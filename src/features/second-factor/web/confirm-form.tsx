import { useRouteContext } from '@tanstack/react-router'
import type { ApiError } from '#client/api-error.ts'
import type { SetUp } from '#features/second-factor/contract.ts'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
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
      notify({ title: 'Two-step sign-in is on', text: 'You are signed out everywhere else.' })
    } catch (error) {
      const { message, fields: fieldErrors } = error as ApiError
      if (fieldErrors?.code) return { code: fieldErrors.code }
      notify({ title: 'Two-step sign-in was not switched on', text: message, isFailure: true })
    }
    return undefined
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check: findCodeErrors, send })
  return (
    <form {...form} className="form">
      <p>
        Scan this QR code with your authenticator,{' '}
        <a href={address} className="link">
          open it in an app on this device
        </a>
        , or type in the secret.
      </p>
      <svg
        role="img"
        aria-label="QR code for your authenticator"
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
        <span className="block text-ink-2 text-small">Secret</span>
        <code className="break-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeField error={errors.code} takesFocus help="The six digits that your authenticator shows." />
      <FormActions label="Switch on" pendingLabel="Switching on..." isSending={isSending} onCancel={onCancel} />
    </form>
  )
}
