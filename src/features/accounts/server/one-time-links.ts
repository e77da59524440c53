import type { Db, Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { newToken, readToken } from './secret-token.ts'
import type { AccountTokensTable } from './sessions.table.ts'

type Purpose = AccountTokensTable['purpose']
type Link = { purpose: Purpose; email: string; ms: number; byEmail?: boolean }

/**
 * Creates the token of a link that works once within `ms`, and stores its hash. `byEmail`: the link is emailed to
 * `email`.
 */
export async function makeLink(tx: Tx, userId: string, link: Link, now: Date): Promise<string> {
  const { purpose, email, ms, byEmail = true } = link
  const { token, hash } = newToken(userId)
  const expiresAt = new Date(now.getTime() + ms)
  await tx
    .insertInto('accountTokens')
    .values({ userId, tokenHash: hash, purpose, email, byLetter: byEmail, createdAt: now, expiresAt })
    .execute()
  return token
}

/**
 * Returns the user that a link belongs to. AppError validation_failed if the link was used, has expired or is unknown.
 */
export async function readLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<{ userId: string }> {
  const name = readToken(token)
  const found =
    name &&
    (await db
      .selectFrom('accountTokens')
      .select('userId')
      .where('userId', '=', name.userId)
      .where('tokenHash', '=', name.hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .executeTakeFirst())
  if (!found) throw deadLink(purpose)
  return found
}

/**
 * Uses up a link. Returns its user, and whether it was emailed. Of two uses at once only one succeeds. AppError
 * validation_failed if the link was used, has expired, is unknown, or was made for an earlier address of the account.
 */
export async function useLink(tx: Tx, token: string, purpose: Purpose, now: Date) {
  const name = readToken(token)
  const used =
    name &&
    (await tx
      .deleteFrom('accountTokens')
      .where('userId', '=', name.userId)
      .where('tokenHash', '=', name.hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .where('email', '=', (is) => is.selectFrom('users').select('users.email').where('users.id', '=', name.userId))
      .returning(['userId', 'byLetter as byEmail'])
      .executeTakeFirst())
  if (!used) throw deadLink(purpose)
  return used
}

function deadLink(purpose: Purpose) {
  if (purpose === 'second-factor') return invalidField('ticket', 'This took too long. Enter your password again.')
  return invalidField('token', 'This link was already used or has expired. Request a new one.')
}

/** Deletes the user's other links with this purpose. */
export async function dropLinks(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('accountTokens').where('userId', '=', userId).where('purpose', '=', purpose).execute()
}
