import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { getPersonOrThrow } from '#features/accounts/server/user-queries.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/**
 * Emails a user that their second factor was switched on or off, so that they notice if somebody else did it. If somebody
 * else switched it on, the user can no longer sign in. A new password ends that session, and only the operator can
 * switch the second factor off.
 */
export async function sendFactorChangedEmail(accounts: Accounts, tx: Tx, userId: string, isOn: boolean): Promise<void> {
  const { siteName, origin } = accounts
  const advice = `If it wasn’t you, choose a new password immediately: ${origin()}/auth/forgot
Then ask us to switch two-step sign-in off: ${origin()}/contact`
  await send(accounts, tx, userId, {
    ...(isOn && { advice }),
    subject: `Two-step sign-in for ${siteName} was switched ${isOn ? 'on' : 'off'}`,
    text: isOn
      ? `Signing in to your account at ${siteName} now requires a code from your authenticator. Other devices are signed out.`
      : `Signing in to your account at ${siteName} now requires only your password.`,
  })
}

/** Emails a user that one of their recovery codes was used to sign in. */
export async function sendRecoveryCodeEmail(accounts: Accounts, tx: Tx, userId: string): Promise<void> {
  const codesLeft = await countRecoveryCodes(tx, userId)
  await send(accounts, tx, userId, {
    subject: `A recovery code for ${accounts.siteName} was used`,
    text: `Somebody signed in to your account at ${accounts.siteName} with a recovery code just now. You have ${codesLeft} left.`,
  })
}

type Message = { subject: string; text: string; advice?: string }

async function send(accounts: Accounts, tx: Tx, userId: string, message: Message) {
  const { username, email } = await getPersonOrThrow(tx, userId)
  const advice = `If it wasn’t you, change your password immediately: ${accounts.origin()}/settings`
  const text = `Hello ${username},

${message.text}

${message.advice ?? advice}
`
  await accounts.mail.send(tx, { to: email, subject: message.subject, text, key: `second-factor:${newId()}` })
}
