import type { Ref } from 'react'
import { PasswordField } from '#ui/field.tsx'
import { AccountName } from './account-name.tsx'

type Props = { username: string; error?: string; autoFocus?: boolean; ref?: Ref<HTMLInputElement> }

/** The field for the password that the account has now, before something that needs it. Its name is `password`. */
export function CurrentPasswordField({ username, ...field }: Props) {
  return (
    <>
      <AccountName username={username} />
      <PasswordField {...field} label="Your password" name="password" autoComplete="current-password" />
    </>
  )
}
