import { type RawBuilder, sql } from 'kysely'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { countedTotalMax } from '#features/catalogue/server/prompt-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { deletedAccountId } from '#server/platform/actor.ts'
import { containing, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { Contributor } from '../contract.ts'
import type { Period } from '../rules.ts'

type ContributorRow = {
  userId: string
  username: string
  prompts: number
  copies: number
  votes: number
  score: number
  joinedAt: Date
}

/** Contributors as `a` (totals) and `u` (people). */
const contributorSelect = sql`
  select u.id as user_id, u.display_username as username, coalesce(a.prompts, 0) as prompts, coalesce(a.copies, 0) as copies,
    coalesce(a.votes, 0) as votes, coalesce(a.score, 0) as score, u.created_at as joined_at`
/** Excludes the placeholder user that owns the prompts of deleted accounts. */
const isPerson = sql`a.user_id <> ${deletedAccountId}`

function toContributor(row: ContributorRow): Contributor {
  const { username, prompts, copies, votes, score, joinedAt } = row
  return { username, prompts, copies, votes, score, joinedAt: joinedAt.toISOString() }
}

async function select(db: Db, from: RawBuilder<unknown>): Promise<ContributorRow[]> {
  return (await sql<ContributorRow>`${contributorSelect} ${from}`.execute(db)).rows
}

type Asked = { limit: number; cursor?: string; period?: Period }

/** Authors of published prompts by score, in total or of a period. */
export async function listContributors(db: Db, { period = 'all', ...page }: Asked): Promise<Page<Contributor>> {
  const list = period === 'all' ? 'contributors' : `contributors:${period}`
  const start = readCursor(list, page.cursor)
  const after = start ? sql`and (a.score, a.user_id) < (${start.key}::bigint, ${start.id}::uuid)` : sql``
  const board = period === 'all' ? sql`author_totals` : sql`contributor_periods`
  const onBoard = period === 'all' ? sql`a.prompts > 0` : sql`a.period = ${period}`
  const rows = await select(
    db,
    sql`from ${board} a join users u on u.id = a.user_id where ${onBoard} and ${isPerson} ${after}
      order by a.score desc, a.user_id desc limit ${page.limit + 1}`,
  )
  const { items, nextCursor } = cutPage(rows, page.limit, list, (row) => ({ key: row.score, id: row.userId }))
  const total = period === 'all' ? { total: await countContributors(db) } : await countBoard(db, period)
  return { items: items.map(toContributor), nextCursor, ...total }
}

async function countBoard(db: Db, period: Period): Promise<{ total: number; totalIsFloor?: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from contributor_periods where period = ${period} limit ${countedTotalMax + 1}
    ) counted`.execute(db)
  const total = rows[0]?.total ?? 0
  return total > countedTotalMax ? { total: countedTotalMax, totalIsFloor: true } : { total }
}

/** The number of authors of published prompts. */
export async function countContributors(db: Db): Promise<number> {
  const leftBehind = await countPrompts(db, 'author', deletedAccountId)
  return (await countPrompts(db, 'authors')) - (leftBehind > 0 ? 1 : 0)
}

/** A user by name in any letter case, with id. AppError not_found. */
export async function getContributorOrThrow(
  db: Db,
  username: string,
): Promise<{ id: string; contributor: Contributor }> {
  const [row] = await select(
    db,
    sql`from users u left join author_totals a on a.user_id = u.id where u.username = ${username}`,
  )
  if (!row) throw notFound('This person')
  return { id: row.userId, contributor: toContributor(row) }
}

/** Up to `limit` authors of published prompts whose name begins with, contains or resembles the term. */
export async function findContributors(db: Db, term: string, limit: number): Promise<Contributor[]> {
  const name = term.toLowerCase()
  const pattern = containing(name)
  const rows = await select(
    db,
    sql`from users u join author_totals a on a.user_id = u.id
      where a.prompts > 0 and ${isPerson} and (lower(u.username::text) like ${pattern} or lower(u.username::text) % ${name})
      order by starts_with(lower(u.username::text), ${name}) desc, similarity(lower(u.username::text), ${name}) desc,
        a.score desc limit ${limit}`,
  )
  return rows.map(toContributor)
}
