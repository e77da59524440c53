import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Claim } from '../contract.ts'

type ClaimRow = Omit<Claim, 'createdAt' | 'decidedAt'> & { createdAt: Date; decidedAt: Date | null }

/** The maximum number of claims in a list. */
const listMax = 100

/** A member's claims, newest first, as the member sees them and for the export. */
export async function listClaimsOf(db: Db, userId: string): Promise<Claim[]> {
  const { rows } = await sql<ClaimRow>`
    select k.id, n.name, k.status, k.proof, k.note, k.created_at, k.decided_at,
      k.status = 'approved' and n.member_id is not distinct from k.user_id as holds
    from author_claims k join credited_authors n on n.id = k.author_id
    where k.user_id = ${userId} order by k.id desc limit ${listMax}`.execute(db)
  return rows.map(({ createdAt, decidedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}
