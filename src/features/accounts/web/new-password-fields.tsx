import { t } from '#lib/texts.ts'
import { PasswordField } from '#ui/forms/field.tsx'

type Props = { label?: string; errors: { password?: string; confirmPassword?: string } }

/** The two fields for a new password: `password` and `confirmPassword`. */
export function NewPasswordFields({ label = t('New password'), errors }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        error={errors.password}
        help={t('At least 6 characters. Longer is safer.')}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('Confirm password')}
        name="confirmPassword"
        error={errors.confirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}
