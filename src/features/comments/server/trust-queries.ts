import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { notSignedIn } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db.ts'
import { comparableText, hasLink } from '../comment-text-rules.ts'
import { hasToWait, type TrustFacts, trust } from '../trust-rules.ts'

const dayMs = 86_400_000
/** A text with fewer characters, such as "Thank you", never counts as a copy. */
const copyMinLength = 20

/**
 * Returns the facts that decide whether a user's comments wait. Throws AppError authentication_required (the account
 * was deleted).
 */
export async function readTrustFacts(db: Db, userId: string, now: Date): Promise<TrustFacts> {
  const removedAfter = new Date(now.getTime() - trust.removalDays * dayMs)
  const { rows } = await sql<TrustFacts>`
    select u.created_at as "createdAt", u.role <> 'user' as "isStaff", (
        select count(*) from (
          select from comments c where c.user_id = u.id and c.state = 'shown' limit ${trust.trustedComments}) counted
      ) as "shownComments",
      exists (select from comments c where c.user_id = u.id and c.state = 'removed' and c.created_at > ${removedAfter})
        as "wasRemoved"
    from users u where u.id = ${userId}`.execute(db)
  if (!rows[0]) throw notSignedIn()
  return rows[0]
}

/**
 * Tells whether a member's text has to wait for a moderator. Locks the text: if several equal texts are posted at the
 * same time, only the first isn't a copy. Throws AppError authentication_required (the account was deleted).
 */
export async function mustWait(tx: Tx, userId: string, content: string, now: Date): Promise<boolean> {
  const trustFacts = await readTrustFacts(tx, userId, now)
  const isCopy = await isCopied(tx, userId, content, now)
  return hasToWait(trustFacts, { hasLink: hasLink(content), isCopy }, now)
}

/** Tells whether somebody else posted the same text within the last day. */
async function isCopied(tx: Tx, userId: string, content: string, now: Date): Promise<boolean> {
  if (content.length < copyMinLength) return false
  const fingerprint = fingerprintOf(content)
  await sql`select pg_advisory_xact_lock(hashtext(${`promptarium comment ${fingerprint.toString('hex')}`}))`.execute(tx)
  const { rows } = await sql`
    select from comments c
    where c.fingerprint = ${fingerprint} and c.created_at > ${new Date(now.getTime() - dayMs)}
      and c.user_id <> ${userId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns a hash that is the same for texts with the same letters and digits. */
export function fingerprintOf(content: string): Buffer {
  return createHash('sha256').update(comparableText(content)).digest()
}
