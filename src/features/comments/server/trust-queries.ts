import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { notSignedIn } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { firstIdAt } from '#platform/ids.ts'
import { asksForContact, comparableText, hasLink } from '../comment-text-rules.ts'
import { hasToWait, isNewAccount, type TrustFacts, trust } from '../trust-rules.ts'
import type { CommentContext } from './comment-context.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A text with fewer characters, such as "Thank you", never counts as a copy. */
const copyMinLength = 20

/**
 * Returns the facts that decide whether a user's comments wait. Throws AppError authentication_required (the account
 * was deleted).
 */
export async function readTrustFacts(db: Db, userId: string, now: Date): Promise<TrustFacts> {
  const removedAfter = new Date(now.getTime() - trust.removalDays * dayMs)
  const { rows } = await sql<TrustFacts>`
    select u.created_at as "createdAt", u.role <> 'user' as "isStaff", u.email_verified as "hasConfirmedAddress", (
        select count(*) from (
          select from comments c where c.user_id = u.id and c.state = 'shown' limit ${trust.trustedComments}) counted
      ) as "shownComments",
      exists (select from comments c where c.user_id = u.id and c.created_at > ${removedAfter}
        and (c.state = 'removed' or (c.state = 'waiting' and c.shown_at is not null))) as "wasRemoved"
    from users u where u.id = ${userId}`.execute(db)
  if (!rows[0]) throw notSignedIn()
  return rows[0]
}

/**
 * Tells whether a member's text, with the model that a report of use names, has to wait for a moderator. Locks the text:
 * if several equal texts are posted at the same time, only the first isn't a copy. Throws AppError
 * authentication_required (the account was deleted).
 */
export async function mustWait(
  { moderation, now: clock }: Pick<CommentContext, 'moderation' | 'now'>,
  tx: Tx,
  userId: string,
  { content, model = '' }: { content: string; model?: string },
): Promise<boolean> {
  const now = clock()
  const facts = await readTrustFacts(tx, userId, now)
  const text = {
    hasLink: hasLink(content),
    isCopy: await isCopied(tx, userId, content, now),
    asksForContact: asksForContact(`${content}\n${model}`),
  }
  if (hasToWait(facts, text, { holdsFirst: moderation === 'pre', now })) return true
  return isNewAccount(facts, now) && (await areManyShown(tx, now))
}

/** Tells whether the site has shown as many comments of new accounts in the last hour as it may show immediately. */
async function areManyShown(tx: Tx, now: Date): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - hourMs)
  const { rows } = await sql<{ comments: number }>`
    select count(*) as comments from (
      select from comments c join users u on u.id = c.user_id
      where c.id > ${firstIdAt(hourAgo)} and c.state = 'shown' and c.shown_at > ${hourAgo}
        and u.created_at > ${new Date(now.getTime() - trust.newHours * hourMs)} and u.role = 'user'
      limit ${trust.atOncePerHour}) counted`.execute(tx)
  return (rows[0]?.comments ?? 0) >= trust.atOncePerHour
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
