import { type RawBuilder, sql } from 'kysely'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Claim } from '../contract.ts'

type ClaimRow = Omit<Claim, 'createdAt' | 'decidedAt'> & { createdAt: Date; decidedAt: Date | null }

/** The maximum number of claims in a list. */
const listMax = 100

/** Lists a member's claims, newest first. The member sees this list, and the export of their data includes it. */
export async function listClaimsOf(db: Db, userId: string): Promise<Claim[]> {
  return listWhere(db, sql`claim.user_id = ${userId}`)
}

/** Returns a member's open claim to a credited name. Throws AppError not_found. */
export async function getOpenClaimOrThrow(db: Db, userId: string, authorId: string): Promise<Claim> {
  const isOpen = sql`claim.user_id = ${userId} and claim.author_id = ${authorId} and claim.status = 'pending'`
  const [claim] = await listWhere(db, isOpen)
  if (!claim) throw notFound(t('This claim'))
  return claim
}

async function listWhere(db: Db, condition: RawBuilder<unknown>): Promise<Claim[]> {
  const { rows } = await sql<ClaimRow>`
    select claim.id, author.name, claim.status, claim.proof, claim.note, claim.created_at, claim.decided_at,
      claim.status = 'approved' and author.member_id is not distinct from claim.user_id as holds
    from author_claims claim join credited_authors author on author.id = claim.author_id
    where ${condition} order by claim.id desc limit ${listMax}`.execute(db)
  return rows.map(({ createdAt, decidedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}
