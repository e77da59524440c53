import { PasswordField } from '#ui/field.tsx'

/** The field `password` for the moderator's own password, which a decision requires if their sign-in is too long ago. */
export function OwnPasswordField({ error }: { error?: string }) {
  return <PasswordField label="Your password" name="password" error={error} autoComplete="current-password" autoFocus />
}
