import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, deletedAccountId, type Role, requireRole, siteAccountId } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Person } from '../people-contract.ts'

/** `position` is `created_at` as text with microseconds, for the cursor. */
type PersonRow = Omit<Person, 'createdAt'> & { createdAt: Date; position: string }

const columns = sql`
  u.id, u.display_username as username, u.role, u.banned, coalesce(t.prompts, 0) as prompts, u.created_at,
  u.created_at::text as position`
const source = sql`users u left join author_totals t on t.user_id = u.id`
/** The SQL condition that excludes the site's own accounts. */
const isPerson = sql`u.id not in (${siteAccountId}, ${deletedAccountId})`

type ListOptions = { q?: string; role?: Role; banned?: boolean; limit: number; cursor?: string }

/**
 * Returns a page of users, newest first, without email addresses. `q` is a part of the name or, if it contains an @, a
 * whole email address. Throws AppError authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listPeople(
  db: Db,
  actor: Actor,
  { q: term, role, banned, limit, cursor }: ListOptions,
): Promise<Page<Person>> {
  requireRole(actor, 'admin')
  const q = term?.trim()
  const listName = `people ${q ?? ''} ${role ?? ''} ${banned ?? ''}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const where = [isPerson]
  if (q?.includes('@')) where.push(sql`u.email = ${q}`)
  else if (q) where.push(sql`lower(u.username::text) like ${likePattern(q.toLowerCase())}`)
  if (role) where.push(sql`u.role = ${sql.lit(role)}`)
  if (banned !== undefined) where.push(banned ? sql`u.banned` : sql`not u.banned`)
  const condition = sql.join(where, sql` and `)
  const [result, total] = await Promise.all([
    sql<PersonRow>`
      select ${columns} from ${source} where ${condition}
        ${start ? sql`and (u.created_at, u.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``}
      order by u.created_at desc, u.id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`users u where ${condition}`),
  ])
  const page = cutPage(result.rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return { items: page.items.map(toPerson), nextCursor: page.nextCursor, ...total }
}

/** Returns a user by id. Throws AppError not_found. */
export async function getPersonOrThrow(db: Db, id: string): Promise<Person> {
  const { rows } = await sql<PersonRow>`select ${columns} from ${source} where u.id = ${id} and ${isPerson}`.execute(db)
  if (!rows[0]) throw notFound(t('This person'))
  return toPerson(rows[0])
}

function toPerson({ createdAt, position: _, ...row }: PersonRow): Person {
  return { ...row, createdAt: createdAt.toISOString() }
}
