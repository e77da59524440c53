import { useState } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { findPasswordError } from '#features/accounts/form-rules.ts'
import { resetLinkMs } from '#features/accounts/rules.ts'
import type { Message } from '#features/contact/contract.ts'
import type { ResetLink } from '#features/moderation/people-contract.ts'
import { t } from '#lib/texts.ts'
import { SecretValue } from '#ui/forms/secret-value.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { rich } from '#ui/rich.ts'
import { useAdminRequest } from '../use-admin-request.ts'
import { OwnPasswordField } from './own-password-field.tsx'

const fields = ['password'] as const
const minutes = resetLinkMs / 60_000

/** Creates the password reset link that a member asked for, then offers an email with it in the admin's mail program. */
export function ResetLinkForm({ message: { id, name, email } }: { message: Message }) {
  const request = useAdminRequest()
  const [madeLink, setMadeLink] = useState<ResetLink | null>(null)
  const [needsPassword, setNeedsPassword] = useState(false)
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ password }) => (needsPassword ? findPasswordError({ password }) : {}),
    send: async ({ password }) => {
      const refusal = await request(
        async (api) =>
          setMadeLink(
            await api('POST /api/admin/messages/{id}/reset-link', {
              params: { id },
              body: password ? { password } : {},
            }),
          ),
        t('The link was not made'),
      )
      if (refusal?.password) setNeedsPassword(true)
      return refusal ?? undefined
    },
  })
  if (madeLink)
    return (
      <div className="grid gap-3">
        <SecretValue label={t('Link for {name}', { name })} value={madeLink.link} onClose={() => setMadeLink(null)} />
        <p>
          {rich('<link>Write the email to {email}</link> in your mail program.', {
            email: madeLink.email,
            link: (text) => (
              <a className="link" href={mailtoUrl(madeLink, name)}>
                {text}
              </a>
            ),
          })}
        </p>
      </div>
    )
  return (
    <form {...form} className="form">
      <p className="max-w-[42em]">
        {t(
          'Somebody entered {email} at “Forgot password?”. Make a link and send it to that address. It works once, within {minutes} minutes, and signs {name} out everywhere.',
          { email, minutes, name },
        )}
      </p>
      {needsPassword && <OwnPasswordField error={errors.password} />}
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={isSending}>
          {isSending ? t('Making...') : t('Make a link')}
        </button>
      </div>
    </form>
  )
}

function mailtoUrl({ email, link }: ResetLink, name: string): string {
  const { name: siteName } = siteFacts()
  const subject = t('Choose a new password for {siteName}', { siteName })
  const body = t(
    'Hello {name},\n\nOpen this link within {minutes} minutes to choose a new password:\n\n{link}\n\nIt works once and signs you out everywhere. If you didn’t ask for it, do nothing.\n',
    { name, minutes, link },
  )
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
