import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminClaim } from '../people-contract.ts'

type ClaimRow = Omit<AdminClaim, 'createdAt' | 'decidedAt' | 'user' | 'holder'> & {
  createdAt: Date
  decidedAt: Date | null
  username: string
  holderName: string | null
  position: string
}

/** The query for claims, without a condition. */
const claims = sql`
  select claim.id, author.name, claim.status, claim.proof, claim.note, claim.created_at, claim.decided_at,
    u.display_username as username, holder.display_username as holder_name,
    claim.status = 'approved' and author.member_id is not distinct from claim.user_id as holds,
    claim.created_at::text as position,
    case when author.member_id is null then (
      select count(*) from (
        select from prompts p
        where p.credited_ids <> '{}' and p.credited_ids @> array[author.id] and ${isPublished} limit ${countedMax}) counted)
    end as "promptCount"
  from author_claims claim join credited_authors author on author.id = claim.author_id join users u on u.id = claim.user_id
    left join users holder on holder.id = author.member_id`

type ListOptions = { state: 'open' | 'decided'; limit: number; cursor?: string }

/**
 * Returns a page of claims: open ones, oldest first, or decided ones, newest first. Throws AppError
 * authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listClaims(
  db: Db,
  actor: Actor,
  { state, limit, cursor }: ListOptions,
): Promise<Page<AdminClaim>> {
  requireRole(actor, 'moderator')
  const listName = `claims ${state}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const [condition, order, operator] =
    state === 'open'
      ? [sql`claim.status = 'pending'`, sql.raw('asc'), sql.raw('>')]
      : [sql`claim.status <> 'pending'`, sql.raw('desc'), sql.raw('<')]
  const afterCursor = start
    ? sql`and (claim.created_at, claim.id) ${operator} (${start.key}::timestamptz, ${start.id}::uuid)`
    : sql``
  const [result, total] = await Promise.all([
    sql<ClaimRow>`
      ${claims} where ${condition} ${afterCursor}
      order by claim.created_at ${order}, claim.id ${order} limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`author_claims claim where ${condition}`),
  ])
  const { items, nextCursor } = cutPage(result.rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return { items: items.map(toClaim), nextCursor, ...total }
}

/** Returns a claim by its id. Throws AppError not_found. */
export async function getClaimOrThrow(db: Db, id: string): Promise<AdminClaim> {
  const { rows } = await sql<ClaimRow>`${claims} where claim.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound(t('This claim'))
  return toClaim(rows[0])
}

function toClaim({ createdAt, decidedAt, username, holderName, position: _, ...row }: ClaimRow): AdminClaim {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    user: { username },
    holder: holderName === null ? null : { username: holderName },
  }
}
