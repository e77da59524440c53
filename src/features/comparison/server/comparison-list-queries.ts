import { type RawBuilder, sql } from 'kysely'
import { excerptOf } from '#features/catalogue/excerpt-rules.ts'
import { getPublishedPromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Actor, Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { ComparisonSummary } from '../contract.ts'
import { readComparisonCount } from './comparison-counts.ts'
import { type ComparisonRow, comparisonColumns, comparisonSource, promptReferenceOf } from './comparison-queries.ts'

type PageRequest = { limit: number; cursor?: string }
type SummaryRow = ComparisonRow & { models: string[]; pasted: boolean; position: string }

/** Lists a member's own comparisons, newest first. Throws AppError validation_failed (an invalid cursor). */
export function listComparisons(db: Db, member: Member, page: PageRequest): Promise<Page<ComparisonSummary>> {
  return list(
    db,
    {
      listName: 'own',
      where: sql`c.user_id = ${member.id}`,
      key: sql`c.created_at`,
      reader: member,
      hidesNames: true,
      count: () => readComparisonCount(db, 'own', member.id),
    },
    page,
  )
}

/**
 * Lists the published comparisons of a prompt (by id or slug) whose texts are public, with the most recently published
 * one first. Throws AppError not_found or validation_failed (an invalid cursor).
 */
export async function listPromptComparisons(
  db: Db,
  reader: Actor,
  idOrSlug: string,
  page: PageRequest,
): Promise<Page<ComparisonSummary>> {
  const promptId = await getPublishedPromptIdOrThrow(db, idOrSlug)
  const where = sql`c.prompt_id = ${promptId} and c.published_at is not null and ${isTextPublic(sql`c.content`)}`
  const count = async () =>
    (await readComparisonCount(db, 'published', promptId)) - (await countHiddenTexts(db, promptId))
  return list(db, { listName: 'published', where, key: sql`c.published_at`, reader, hidesNames: false, count }, page)
}

/**
 * Counts the published comparisons of a published prompt whose text only hidden versions have. Prompts whose versions
 * are all shown, which are most, have none.
 */
async function countHiddenTexts(db: Db, promptId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with hidden as materialized (
      select content from prompt_versions where prompt_id = ${promptId} group by content having not bool_or(shown))
    select count(*) as count from comparisons c join hidden using (content)
    where c.prompt_id = ${promptId} and c.published_at is not null and exists (select from hidden)`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * `listName` is the list's name in cursors, and `key` the column that it is sorted by. `hidesNames` leaves out the
 * models of blind comparisons until the owner has voted. `count` reads the total.
 */
type ListOptions = {
  listName: string
  where: RawBuilder<unknown>
  key: RawBuilder<unknown>
  reader: Actor
  hidesNames: boolean
  count: () => Promise<number>
}

async function list(
  db: Db,
  { listName, where, key, reader, hidesNames, count }: ListOptions,
  { limit, cursor }: PageRequest,
) {
  const start = readCursor(listName, cursor, cursorKeys.time)
  const after = start ? sql`and (${key}, c.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<SummaryRow>`
    select ${comparisonColumns(reader)}, ${key}::text as position,
      case when ${hidesNames} and c.blind and v.user_id is null then '{}' else array(
        select a.model from comparison_answers a
        where a.user_id = c.user_id and a.comparison_id = c.id order by a.place
      ) end as models,
      not exists (select from comparison_answers a
        where a.user_id = c.user_id and a.comparison_id = c.id and not a.pasted) as pasted
    from ${comparisonSource}
    left join comparison_votes v on v.user_id = c.user_id and v.comparison_id = c.id
    where ${where} ${after} order by ${key} desc, c.id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  const isOnlyPage = cursor === undefined && nextCursor === null
  const total = isOnlyPage ? items.length : await count()
  return { items: items.map(toSummary), nextCursor, total }
}

function toSummary(row: SummaryRow): ComparisonSummary {
  return {
    id: row.id,
    name: row.name,
    prompt: promptReferenceOf(row),
    promptHidden: !row.textPublic,
    excerpt: row.textVisible ? excerptOf(row.content) : '',
    models: row.models,
    pasted: row.pasted,
    createdAt: row.createdAt.toISOString(),
    published: row.publishedAt !== null,
    shared: row.sharedAt !== null,
    withdrawn: row.withdrawnReason !== null,
    blind: row.blind,
  }
}
