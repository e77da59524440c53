import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { getPersonOrThrow } from '#features/accounts/server/user-queries.ts'
import { plural, t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { emailText } from '#platform/mail.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/**
 * Emails a user that their second factor was switched on or off, so that they notice if somebody else did it. If somebody
 * else switched it on, the user can no longer sign in. A new password ends that session, and only the operator can
 * switch the second factor off.
 */
export async function sendFactorChangedEmail(accounts: Accounts, tx: Tx, userId: string, isOn: boolean): Promise<void> {
  const { siteName, origin } = accounts
  const links = { link: `${origin()}/auth/forgot`, contactLink: `${origin()}/contact` }
  const onMessage = () => ({
    subject: t('Two-step sign-in for {siteName} was switched on', { siteName }),
    text: t(
      'Signing in to your account at {siteName} now requires a code from your authenticator. Other devices are signed out.',
      { siteName },
    ),
    advice: t(
      'If it wasn’t you, choose a new password immediately: {link}\nThen ask us to switch two-step sign-in off: {contactLink}',
      links,
    ),
  })
  const offMessage = () => ({
    subject: t('Two-step sign-in for {siteName} was switched off', { siteName }),
    text: t('Signing in to your account at {siteName} now requires only your password.', { siteName }),
  })
  await send(accounts, tx, userId, isOn ? onMessage() : offMessage())
}

/** Emails a user that one of their recovery codes was used to sign in. */
export async function sendRecoveryCodeEmail(accounts: Accounts, tx: Tx, userId: string): Promise<void> {
  const { siteName } = accounts
  const codesLeft = await countRecoveryCodes(tx, userId)
  await send(accounts, tx, userId, {
    subject: t('A recovery code for {siteName} was used', { siteName }),
    text: plural(
      codesLeft,
      'Somebody signed in to your account at {siteName} with a recovery code just now. You have {count} left.',
      'Somebody signed in to your account at {siteName} with a recovery code just now. You have {count} left.',
      { siteName },
    ),
  })
}

type Message = { subject: string; text: string; advice?: string }

async function send(accounts: Accounts, tx: Tx, userId: string, message: Message) {
  const { username, email } = await getPersonOrThrow(tx, userId)
  const advice = () =>
    t('If it wasn’t you, change your password immediately: {link}', { link: `${accounts.origin()}/settings` })
  const text = emailText(t('Hello {username},', { username }), message.text, message.advice ?? advice())
  await accounts.mail.send(tx, { to: email, subject: message.subject, text, key: `second-factor:${newId()}` })
}
