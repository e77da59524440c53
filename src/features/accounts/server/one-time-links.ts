import type { Db, Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { newToken, readToken } from './secret-token.ts'
import type { AccountTokensTable } from './sessions.table.ts'

type Purpose = AccountTokensTable['purpose']
type Link = { purpose: Purpose; email: string; ms: number; byLetter?: boolean }

/**
 * Creates the token of a link that works once within `ms`, and stores its hash. `byLetter`: the link is emailed to
 * `email`.
 */
export async function makeLink(tx: Tx, userId: string, link: Link, now: Date): Promise<string> {
  const { purpose, email, ms, byLetter = true } = link
  const { token, hash } = newToken(userId)
  const expires_at = new Date(now.getTime() + ms)
  await tx
    .insertInto('account_tokens')
    .values({ user_id: userId, token_hash: hash, purpose, email, by_letter: byLetter, created_at: now, expires_at })
    .execute()
  return token
}

/** Finds whose link this is. AppError validation_failed if the link was used, has expired or is unknown. */
export async function readLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<{ userId: string }> {
  const name = readToken(token)
  const found =
    name &&
    (await db
      .selectFrom('account_tokens')
      .select('user_id as userId')
      .where('user_id', '=', name.userId)
      .where('token_hash', '=', name.hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .executeTakeFirst())
  if (!found) throw deadLink(purpose)
  return found
}

/**
 * Uses up a link. Returns whose it is and how it was handed over. Of two uses at once only one succeeds. AppError
 * validation_failed if the link was used, has expired, is unknown, or was made for an earlier address of the account.
 */
export async function useLink(tx: Tx, token: string, purpose: Purpose, now: Date) {
  const name = readToken(token)
  const used =
    name &&
    (await tx
      .deleteFrom('account_tokens')
      .where('user_id', '=', name.userId)
      .where('token_hash', '=', name.hash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .where('email', '=', (is) => is.selectFrom('users').select('users.email').where('users.id', '=', name.userId))
      .returning(['user_id as userId', 'by_letter as byLetter'])
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
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}
