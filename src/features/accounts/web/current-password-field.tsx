import type { Ref } from 'react'
import { t } from '#lib/texts.ts'
import { PasswordField } from '#ui/forms/field.tsx'
import { AccountName } from './account-name.tsx'

type Props = { username: string; error?: string; autoFocus?: boolean; ref?: Ref<HTMLInputElement> }

/** The field `password` for the account's current password, in forms that must verify who submits them. */
export function CurrentPasswordField({ username, ...field }: Props) {
  return (
    <>
      <AccountName username={username} />
      <PasswordField {...field} label={t('Your password')} name="password" autoComplete="current-password" />
    </>
  )
}
