import { type RawBuilder, sql } from 'kysely'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import type { Page } from '#lib/http-contract.ts'
import { containing, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { Contributor } from '../contract.ts'

type ContributorRow = {
  user_id: string
  username: string
  prompts: number
  copies: number
  votes: number
  score: number
  joined_at: Date
}

/** Contributors as `a` (totals) and `u` (people). */
const contributorSelect = sql`
  select u.id as user_id, u.display_username as username, coalesce(a.prompts, 0) as prompts, coalesce(a.copies, 0) as copies,
    coalesce(a.votes, 0) as votes, coalesce(a.score, 0) as score, u.created_at as joined_at`
const list = 'contributors'

function toContributor(row: ContributorRow): Contributor {
  const { username, prompts, copies, votes, score, joined_at } = row
  return { username, prompts, copies, votes, score, joinedAt: joined_at.toISOString() }
}

async function select(db: Db, from: RawBuilder<unknown>): Promise<ContributorRow[]> {
  return (await sql<ContributorRow>`${contributorSelect} ${from}`.execute(db)).rows
}

/** People with published prompts, by score. */
export async function listContributors(db: Db, page: { limit: number; cursor?: string }): Promise<Page<Contributor>> {
  const start = readCursor(list, page.cursor)
  const after = start ? sql`and (a.score, a.user_id) < (${start.key}::bigint, ${start.id}::uuid)` : sql``
  const rows = await select(
    db,
    sql`from author_totals a join users u on u.id = a.user_id where a.prompts > 0 ${after}
      order by a.score desc, a.user_id desc limit ${page.limit + 1}`,
  )
  const { items, nextCursor } = cutPage(rows, page.limit, list, (row) => ({ key: row.score, id: row.user_id }))
  return { items: items.map(toContributor), nextCursor, total: await countContributors(db) }
}

/** How many people have published prompts. */
export function countContributors(db: Db): Promise<number> {
  return countPrompts(db, 'authors')
}

/** A person by name, in any letter case, with their id; AppError not_found. */
export async function getContributorOrThrow(
  db: Db,
  username: string,
): Promise<{ id: string; contributor: Contributor }> {
  const [row] = await select(
    db,
    sql`from users u left join author_totals a on a.user_id = u.id where u.username = ${username}`,
  )
  if (!row) throw notFound('This person')
  return { id: row.user_id, contributor: toContributor(row) }
}

/** Up to `limit` people with published prompts whose name begins with, contains or resembles the term. */
export async function findContributors(db: Db, term: string, limit: number): Promise<Contributor[]> {
  const name = term.toLowerCase()
  const pattern = containing(name)
  const rows = await select(
    db,
    sql`from users u join author_totals a on a.user_id = u.id
      where a.prompts > 0 and (lower(u.username::text) like ${pattern} or lower(u.username::text) % ${name})
      order by starts_with(lower(u.username::text), ${name}) desc, similarity(lower(u.username::text), ${name}) desc,
        a.score desc limit ${limit}`,
  )
  return rows.map(toContributor)
}
