import { t } from '#lib/texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { newToken, readToken } from './secret-token.ts'
import type { AccountTokensTable } from './sessions/sessions.table.ts'

type Purpose = AccountTokensTable['purpose']
/** A link, or the ticket of a login with a second factor, which is stored like a link and ignores `byEmail`. */
type Link = { purpose: Purpose; email: string; lifetimeMs: number; byEmail?: boolean }

/**
 * Creates the token of a link that works once within `lifetimeMs`, and stores the token's hash. `email` is the
 * account's address. If `byEmail` is false, the link isn't emailed: the operator hands it over.
 */
export async function createLink(tx: Tx, userId: string, link: Link, now: Date): Promise<string> {
  const { purpose, email, lifetimeMs, byEmail = true } = link
  const { token, hash } = newToken(userId)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await tx
    .insertInto('accountTokens')
    .values({ userId, tokenHash: hash, purpose, email, byLetter: byEmail, createdAt: now, expiresAt })
    .execute()
  return token
}

/**
 * Returns the user that a link belongs to. Throws AppError validation_failed if the link was used, has expired or is
 * unknown.
 */
export async function readLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<{ userId: string }> {
  const storedToken = readToken(token)
  const link =
    storedToken &&
    (await db
      .selectFrom('accountTokens')
      .select('userId')
      .where('userId', '=', storedToken.userId)
      .where('tokenHash', '=', storedToken.hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .executeTakeFirst())
  if (!link) throw invalidLinkError(purpose)
  return link
}

/**
 * Uses up a link. Returns its user, and whether it was emailed. Of two concurrent calls only one succeeds. Throws
 * AppError validation_failed if the link was used, has expired, is unknown, or was made for an earlier address of the
 * account.
 */
export async function useLink(tx: Tx, token: string, purpose: Purpose, now: Date) {
  const storedToken = readToken(token)
  const usedLink =
    storedToken &&
    (await tx
      .deleteFrom('accountTokens')
      .where('userId', '=', storedToken.userId)
      .where('tokenHash', '=', storedToken.hash)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .where('email', '=', (eb) =>
        eb.selectFrom('users').select('users.email').where('users.id', '=', storedToken.userId),
      )
      .returning(['userId', 'byLetter as byEmail'])
      .executeTakeFirst())
  if (!usedLink) throw invalidLinkError(purpose)
  return usedLink
}

function invalidLinkError(purpose: Purpose) {
  if (purpose === 'second-factor') return invalidField('ticket', t('This took too long. Enter your password again.'))
  return invalidField('token', t('This link was already used or has expired. Request a new one.'))
}

/** Deletes the user's links with this purpose. */
export async function deleteLinks(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('accountTokens').where('userId', '=', userId).where('purpose', '=', purpose).execute()
}
