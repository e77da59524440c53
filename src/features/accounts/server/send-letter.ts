import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { resetLinkMs, verifyLinkMs } from '../rules.ts'
import type { Accounts } from './account-hooks.ts'
import { passwordChangedLetter, resetLetter, verifyLetter } from './account-letters.ts'
import { makeLink } from './one-time-links.ts'

type Person = { username: string; email: string }

/** Sends the link that confirms an e-mail address. */
export async function sendVerifyLetter(accounts: Accounts, tx: Tx, userId: string, { username, email }: Person) {
  const token = await makeLink(tx, userId, { purpose: 'verify-email', email, ms: verifyLinkMs }, accounts.now())
  const letter = verifyLetter(accounts, username, token)
  await accounts.mail.send(tx, { to: email, ...letter, key: `verify-email:${newId()}` })
}

/** Sends the link that chooses a new password. `key`: one letter for all attempts of one job. */
export async function sendResetLetter(accounts: Accounts, tx: Tx, userId: string, person: Person, key: string) {
  const { username, email } = person
  const token = await makeLink(tx, userId, { purpose: 'reset-password', email, ms: resetLinkMs }, accounts.now())
  const letter = resetLetter(accounts, username, token)
  await accounts.mail.send(tx, { to: email, ...letter, key: `reset-password:${key}` })
}

/** Tells the owner that the password was changed, and which ways in ended with it. */
export async function sendChangedLetter(accounts: Accounts, tx: Tx, { username, email }: Person, ended: string[]) {
  const letter = passwordChangedLetter(accounts, username, ended)
  await accounts.mail.send(tx, { to: email, ...letter, key: `password-changed:${newId()}` })
}
