import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { getPersonOrThrow } from '#features/accounts/server/user-queries.ts'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** Tells the owner that a second factor was switched on or off, so that they hear of it when it was somebody else. */
export async function tellOfSwitch(accounts: Accounts, tx: Tx, userId: string, on: boolean): Promise<void> {
  const { siteName } = accounts
  await send(accounts, tx, userId, {
    subject: `Your second factor for ${siteName} was switched ${on ? 'on' : 'off'}`,
    text: on
      ? `signing in to your account at ${siteName} asks for a code of your authenticator from now on. Other devices are signed out.`
      : `signing in to your account at ${siteName} asks for your password alone from now on.`,
  })
}

/** Tells the owner that one of their recovery codes let somebody in. */
export async function tellOfRecoveryCode(accounts: Accounts, tx: Tx, userId: string): Promise<void> {
  const left = await countRecoveryCodes(tx, userId)
  await send(accounts, tx, userId, {
    subject: `A recovery code for ${accounts.siteName} was used`,
    text: `somebody signed in to your account at ${accounts.siteName} with a recovery code just now. You have ${left} left.`,
  })
}

async function send(accounts: Accounts, tx: Tx, userId: string, letter: { subject: string; text: string }) {
  const { username, email } = await getPersonOrThrow(tx, userId)
  const text = `Hello ${username},

${letter.text}

If it was not you, change your password at once: ${accounts.origin()}/settings
`
  await accounts.mail.send(tx, { to: email, subject: letter.subject, text, key: `second-factor:${newId()}` })
}
