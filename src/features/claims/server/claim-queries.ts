import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Claim } from '../contract.ts'

type ClaimRow = Omit<Claim, 'createdAt' | 'decidedAt'> & { createdAt: Date; decidedAt: Date | null }

/** The maximum number of claims in a list. */
const listMax = 100

/** Lists a member's claims, newest first. The member sees this list, and the export of their data includes it. */
export async function listClaimsOf(db: Db, userId: string): Promise<Claim[]> {
  const { rows } = await sql<ClaimRow>`
    select claim.id, author.name, claim.status, claim.proof, claim.note, claim.created_at, claim.decided_at,
      claim.status = 'approved' and author.member_id is not distinct from claim.user_id as holds
    from author_claims claim join credited_authors author on author.id = claim.author_id
    where claim.user_id = ${userId} order by claim.id desc limit ${listMax}`.execute(db)
  return rows.map(({ createdAt, decidedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}
