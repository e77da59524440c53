import { PasswordField } from '#ui/field.tsx'

/** The field `password` for the admin's own password, which some requests require more than 12 hours after a sign-in. */
export function OwnPasswordField({ error }: { error?: string }) {
  return <PasswordField label="Your password" name="password" error={error} autoComplete="current-password" autoFocus />
}
