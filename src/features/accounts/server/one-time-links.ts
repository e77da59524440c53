import type { Db, Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { newToken, readToken } from './secret-token.ts'
import type { AccountTokensTable } from './sessions.table.ts'

type Purpose = AccountTokensTable['purpose']
type Link = { purpose: Purpose; email: string; ms: number; byLetter?: boolean }

/** Makes the token of a link that works once within `ms`. Only its hash is stored. `byLetter`: it goes to `email`. */
export async function makeLink(tx: Tx, userId: string, link: Link, now: Date): Promise<string> {
  const { purpose, email, ms, byLetter = true } = link
  const { token, hash } = newToken(userId)
  const expiresAt = new Date(now.getTime() + ms)
  await tx
    .insertInto('accountTokens')
    .values({ userId, tokenHash: hash, purpose, email, byLetter, createdAt: now, expiresAt })
    .execute()
  return token
}

/** Whose a link is that still works. AppError validation_failed for one that is used, too old or not ours. */
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
 * Uses a link up and answers whose it is, and how it was handed over. Of two uses at once one wins.
 * AppError validation_failed for one that is used, too old, not ours or made for an address that the account had before.
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
      .returning(['userId', 'byLetter'])
      .executeTakeFirst())
  if (!used) throw deadLink(purpose)
  return used
}

function deadLink(purpose: Purpose) {
  if (purpose === 'second-factor') return invalidField('ticket', 'This took too long. Enter your password once more.')
  return invalidField('token', 'This link was used already or is too old. Ask for a new one.')
}

/** Makes the person's other links for this purpose useless. */
export async function dropLinks(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('accountTokens').where('userId', '=', userId).where('purpose', '=', purpose).execute()
}
