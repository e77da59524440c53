import { type RawBuilder, sql } from 'kysely'
import { creditKey } from '#features/catalogue/credit-rules.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Contributor } from '../contract.ts'
import type { Period } from '../rules.ts'

type ContributorRow = {
  userId: string
  username: string
  isMember: boolean
  prompts: number
  copies: number
  votes: number
  used: number
  edits: number
  score: number
  joinedAt: Date
}

/** The SELECT clause for contributors. Expects the aliases `a` for totals, `u` for members, `n` for credited names. */
const contributorSelect = sql`
  select coalesce(u.id, n.id) as user_id, coalesce(u.display_username, n.name) as username, u.id is not null as is_member,
    coalesce(a.prompts, 0) as prompts, coalesce(a.copies, 0) as copies, coalesce(a.votes, 0) as votes,
    coalesce(a.used, 0) as used, coalesce(a.edits, 0) as edits, coalesce(a.score, 0) as score, coalesce(u.created_at, n.created_at) as joined_at`

/** SQL that joins the member or the credited name of each author in `a`. */
const joinNames = sql`left join users u on u.id = a.user_id left join credited_authors n on n.id = a.user_id`
/** The SQL condition that an author in `a` is a member or a credited author. */
const hasName = sql`(u.id is not null or n.id is not null)`

/** The SQL condition that excludes the site account and the account that owns the prompts of deleted accounts. */
const isPerson = sql`a.user_id not in (${siteAccountId}, ${deletedAccountId})`

/** Of how many prompts, the best rated and then the newest of a person, the best one is chosen. */
const bestPromptCandidates = 200

/** Adds each person's best prompt to their row: the one with the most votes and copies, weighed as in the score. */
async function toContributors(db: Db, rows: ContributorRow[]): Promise<Contributor[]> {
  const best = await sql<{ authorId: string } & NonNullable<Contributor['bestPrompt']>>`${preparedOnce}
    select author.id as author_id, best.* from unnest(${rows.map(({ userId }) => userId)}::uuid[]) as author(id)
    cross join lateral (
      select p.slug, p.title, p.language from (
        select prompt_id from prompt_authors a where a.author_id = author.id
        order by a.rating desc, a.prompt_id desc limit ${bestPromptCandidates}
      ) candidate join prompts p on p.id = candidate.prompt_id where ${isPublished}
      order by 2 * (p.votes_up - p.votes_down) + p.copies desc, p.rating desc, p.id desc limit 1
    ) best`.execute(db)
  const bestPrompts = new Map(best.rows.map(({ authorId, ...prompt }) => [authorId, prompt]))
  return rows.map(({ userId, joinedAt, ...row }) => ({
    ...row,
    bestPrompt: bestPrompts.get(userId) ?? null,
    joinedAt: joinedAt.toISOString(),
  }))
}

async function selectContributors(db: Db, from: RawBuilder<unknown>): Promise<ContributorRow[]> {
  return (await sql<ContributorRow>`${preparedOnce} ${contributorSelect} ${from}`.execute(db)).rows
}

/** Tells whether a cursor's key has a score and a number of prompts. */
function isScoreKey(key: string): boolean {
  const [score = '', prompts = '', ...others] = key.split(' ')
  return cursorKeys.bigint(score) && cursorKeys.integer(prompts) && others.length === 0
}

type ListRequest = { limit: number; cursor?: string; period?: Period }

/**
 * Lists a page of the members and credited authors of published prompts, sorted by their total score or their score in
 * a period, then by prompts. Throws AppError validation_failed (an invalid cursor).
 */
export async function listContributors(db: Db, { period = 'all', ...page }: ListRequest): Promise<Page<Contributor>> {
  const listName = period === 'all' ? 'contributors' : `contributors:${period}`
  const start = readCursor(listName, page.cursor, isScoreKey)
  const [score, prompts] = String(start?.key).split(' ')
  const afterCursor = start
    ? sql`and (a.score, a.prompts, a.user_id) < (${score}::bigint, ${prompts}::integer, ${start.id}::uuid)`
    : sql``
  const totals = period === 'all' ? sql`author_totals` : sql`contributor_periods`
  const isListed = sql`${period === 'all' ? sql`a.prompts > 0` : sql`a.period = ${period}`} and ${await rankedCondition(db)}`
  const rows = await selectContributors(
    db,
    sql`from ${totals} a ${joinNames} where ${isListed} and ${hasName} ${afterCursor}
      order by a.score desc, a.prompts desc, a.user_id desc limit ${page.limit + 1}`,
  )
  const { items, nextCursor } = cutPage(rows, page.limit, listName, ({ score, prompts, userId }) => ({
    key: `${score} ${prompts}`,
    id: userId,
  }))
  const total =
    period === 'all'
      ? { total: await countContributors(db) }
      : await countUpTo(db, sql`contributor_periods a where ${isListed}`)
  return { items: await toContributors(db, items), nextCursor, ...total }
}

/** Returns the SQL condition for who is ranked: people, or if there are none, the site account. */
async function rankedCondition(db: Db): Promise<RawBuilder<unknown>> {
  return (await countPeople(db)) > 0 ? isPerson : sql`a.user_id <> ${deletedAccountId}`
}

/** Counts the ranked authors of published prompts: people, or if there are none, the site account. */
export async function countContributors(db: Db): Promise<number> {
  const people = await countPeople(db)
  if (people > 0) return people
  return (await findSpecialAccountsWithPrompts(db)).includes(siteAccountId) ? 1 : 0
}

async function countPeople(db: Db): Promise<number> {
  const [authors, specialAccounts] = await Promise.all([
    countPrompts(db, 'authors'),
    findSpecialAccountsWithPrompts(db),
  ])
  return authors - specialAccounts.length
}

/** Returns the ids of the accounts that have published prompts but aren't people (`isPerson`): at most two. */
async function findSpecialAccountsWithPrompts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select a.user_id from author_totals a where not ${isPerson} and a.prompts > 0`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Returns a member by name in any letter case, together with the id. Throws AppError not_found. */
export async function getContributorOrThrow(
  db: Db,
  username: string,
): Promise<{ id: string; contributor: Contributor }> {
  const [row] = await selectContributors(
    db,
    sql`from users u left join author_totals a on a.user_id = u.id left join credited_authors n on n.id = u.id
      where u.username = ${username}`,
  )
  return toPersonOrThrow(db, row, 'This person')
}

/**
 * Returns a credited author with published prompts by name in any letter case, together with the id. If somebody has
 * claimed the name, returns that member. Throws AppError not_found.
 */
export async function getCreditedAuthorOrThrow(
  db: Db,
  name: string,
): Promise<{ id: string; contributor: Contributor }> {
  const [row] = await selectContributors(
    db,
    sql`from credited_authors n left join users u on u.id = n.member_id
      left join author_totals a on a.user_id = coalesce(n.member_id, n.id)
      where n.key = ${creditKey(name)} and (u.id is not null or a.prompts > 0)`,
  )
  return toPersonOrThrow(db, row, 'This author')
}

async function toPersonOrThrow(db: Db, row: ContributorRow | undefined, name: string) {
  const [contributor] = row ? await toContributors(db, [row]) : []
  if (!row || !contributor) throw notFound(name)
  return { id: row.userId, contributor }
}

/** Lists the credited names that a member claimed. */
export async function listClaimedNames(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from credited_authors where member_id = ${memberId} order by key`.execute(db)
  return rows.map(({ name }) => name)
}

/** Finds up to `limit` authors of published prompts whose name starts with the term, contains it or resembles it. */
export async function findContributors(db: Db, term: string, limit: number): Promise<Contributor[]> {
  const name = term.toLowerCase()
  const pattern = likePattern(name)
  const rows = await selectContributors(
    db,
    sql`from (
        select id, lower(username::text) as name from users
        where lower(username::text) like ${pattern} or lower(username::text) % ${name}
        union all
        select id, key from credited_authors where key like ${pattern} or key % ${name}
      ) named join author_totals a on a.user_id = named.id ${joinNames}
      where a.prompts > 0 and ${isPerson}
      order by starts_with(named.name, ${name}) desc, similarity(named.name, ${name}) desc, a.score desc limit ${limit}`,
  )
  return toContributors(db, rows)
}
