import { t } from '#lib/texts.ts'
import { PasswordField } from '#ui/forms/field.tsx'

/** The field for the admin's own password. Some requests require it if the admin signed in more than 12 hours ago. */
export function OwnPasswordField({ error }: { error?: string }) {
  return (
    <PasswordField label={t('Your password')} name="password" error={error} autoComplete="current-password" autoFocus />
  )
}
