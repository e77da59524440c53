import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { type CreditedAuthor, findCreditedAuthor, hasPromptsOfOthers } from '#features/catalogue/server/move-credit.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { LimitRule } from '#platform/limits.ts'
import type { Claim } from '../contract.ts'
import { getOpenClaimOrThrow } from './claim-queries.ts'

/** How many claims a member can make per day. */
const claimsPerMember: LimitRule = { name: 'claim', points: 10, seconds: 86_400 }

type ClaimContext = Pick<Platform, 'db' | 'now' | 'limits'>

/**
 * Asks the moderators to confirm that a credited name is the member's. While a request is open, a repeated call changes
 * nothing. Throws AppError authentication_required, not_found, conflict (the member already has it) or rate_limited.
 */
export async function requestClaim(
  { db, now, limits }: ClaimContext,
  member: Member,
  { name, note }: { name: string; note: string },
): Promise<Claim> {
  await limits.take(claimsPerMember, member.id)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const author = await getClaimableAuthorOrThrow(tx, member, name)
    await insertRequest(tx, member, { authorId: author.id, note, at: now() })
    return getOpenClaimOrThrow(tx, member.id, author.id)
  })
}

async function insertRequest(tx: Tx, member: Member, request: { authorId: string; note: string; at: Date }) {
  const { rows } = await sql`
    insert into author_claims (id, author_id, user_id, status, proof, note, created_at)
    values (${newId()}, ${request.authorId}, ${member.id}, 'pending', 'moderator', ${request.note}, ${request.at})
    on conflict (author_id, user_id) where status = 'pending' do nothing returning id`.execute(tx)
  if (rows.length > 0)
    await recordAuditEntry(tx, member, { action: 'claim.request', target: { kind: 'author', id: request.authorId } })
}

/**
 * Returns a credited name that a member may claim. Published prompts of other accounts must credit it, so that nobody
 * can claim an invented name. Throws AppError not_found or conflict (the member already has it).
 */
export async function getClaimableAuthorOrThrow(db: Db, member: Member, name: string): Promise<CreditedAuthor> {
  const author = await findCreditedAuthor(db, name)
  if (author?.memberId === member.id)
    throw new AppError('conflict', t('Prompts credited to {name} already count as yours.', { name: author.name }))
  if (author && (await hasPromptsOfOthers(db, author, member.id))) return author
  const latest = await findCreditedAuthor(db, name)
  // Somebody claimed the name, or lost it, between the two reads.
  if (author && latest && latest.memberId !== author.memberId) return getClaimableAuthorOrThrow(db, member, name)
  throw notFound(t('This author'))
}
