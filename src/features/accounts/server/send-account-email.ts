import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { resetLinkMs, verifyLinkMs } from '../rules.ts'
import { passwordChangedEmail, resetEmail, verificationEmail } from './account-emails.ts'
import type { Accounts } from './account-hooks.ts'
import { createLink } from './one-time-links.ts'

type Person = { username: string; email: string }

/** Emails the link that confirms an address. */
export async function sendVerificationEmail(accounts: Accounts, tx: Tx, userId: string, { username, email }: Person) {
  const token = await createLink(
    tx,
    userId,
    { purpose: 'verify-email', email, lifetimeMs: verifyLinkMs },
    accounts.now(),
  )
  const message = verificationEmail(accounts, username, token)
  await accounts.mail.send(tx, { to: email, ...message, key: `verify-email:${newId()}` })
}

/**
 * Emails the link for choosing a new password. All attempts of a job pass the same `key`, so that only one email is
 * sent.
 */
export async function sendResetEmail(accounts: Accounts, tx: Tx, userId: string, person: Person, key: string) {
  const { username, email } = person
  const token = await createLink(
    tx,
    userId,
    { purpose: 'reset-password', email, lifetimeMs: resetLinkMs },
    accounts.now(),
  )
  const message = resetEmail(accounts, username, token)
  await accounts.mail.send(tx, { to: email, ...message, key: `reset-password:${key}` })
}

/** Emails the account's owner that the password was changed, and lists the removed sign-in methods and tokens. */
export async function sendPasswordChangedEmail(
  accounts: Accounts,
  tx: Tx,
  { username, email }: Person,
  removedMethods: string[],
) {
  const message = passwordChangedEmail(accounts, username, removedMethods)
  await accounts.mail.send(tx, { to: email, ...message, key: `password-changed:${newId()}` })
}
