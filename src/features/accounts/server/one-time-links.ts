import type { Db, Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { newToken, readToken } from './secret-token.ts'
import type { AccountTokensTable } from './sessions.table.ts'

type Purpose = AccountTokensTable['purpose']
type Link = { purpose: Purpose; email: string; ms: number }

/** Makes the token of a link that works once within `ms`. Only its hash is stored. */
export async function makeLink(tx: Tx, userId: string, { purpose, email, ms }: Link, now: Date): Promise<string> {
  const { token, hash } = newToken(userId)
  const expires_at = new Date(now.getTime() + ms)
  await tx
    .insertInto('account_tokens')
    .values({ user_id: userId, token_hash: hash, purpose, email, created_at: now, expires_at })
    .execute()
  return token
}

/** Whose a link is that still works. AppError validation_failed for one that is used, too old or not ours. */
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
 * Uses a link up and answers whose it is, and for which address it was made. Of two uses at once one wins.
 * AppError validation_failed for one that is used, too old or not ours.
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
      .returning(['user_id as userId', 'email'])
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
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}
