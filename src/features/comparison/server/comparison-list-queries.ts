import { type RawBuilder, sql } from 'kysely'
import { excerptOf } from '#features/catalogue/rules.ts'
import { getPublishedPromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { ComparisonSummary } from '../contract.ts'
import type { ComparisonRow } from './comparison-queries.ts'

type PageRequest = { limit: number; cursor?: string }
type SummaryRow = ComparisonRow & { models: string[]; position: string }

/** A member's own comparisons, newest first. */
export function listComparisons(db: Db, { id }: Member, page: PageRequest): Promise<Page<ComparisonSummary>> {
  return list(db, { order: 'own', where: sql`c.user_id = ${id}`, key: sql`c.created_at`, hides: true }, page)
}

/** The published comparisons of a prompt (id or slug), last published first. AppError not_found. */
export async function listPromptComparisons(
  db: Db,
  idOrSlug: string,
  page: PageRequest,
): Promise<Page<ComparisonSummary>> {
  const promptId = await getPublishedPromptIdOrThrow(db, idOrSlug)
  const where = sql<boolean>`c.prompt_id = ${promptId} and c.published_at is not null`
  return list(db, { order: 'published', where, key: sql`c.published_at`, hides: false }, page)
}

type List = { order: string; where: RawBuilder<unknown>; key: RawBuilder<unknown>; hides: boolean }

async function list(db: Db, { order, where, key, hides }: List, { limit, cursor }: PageRequest) {
  const start = readCursor(order, cursor)
  const after = start ? sql`and (${key}, c.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<SummaryRow>`
      select c.*, p.slug as prompt_slug, p.title as prompt_title, ${key}::text as position,
        case when ${hides} and c.blind and v.user_id is null then '{}' else array(
          select a.model from comparison_answers a
          where a.user_id = c.user_id and a.comparison_id = c.id order by a.place
        ) end as models
      from comparisons c
      left join prompts p on p.id = c.prompt_id and p.status = 'published'
      left join comparison_votes v on v.user_id = c.user_id and v.comparison_id = c.id
      where ${where} ${after} order by ${key} desc, c.id desc limit ${limit + 1}`.execute(db),
    sql<{ total: number }>`select count(*) as total from comparisons c where ${where}`.execute(db),
  ])
  const { items, nextCursor } = cutPage(rows, limit, order, (row) => ({ key: row.position, id: row.id }))
  return { items: items.map(toSummary), nextCursor, total: counted[0]?.total ?? 0 }
}

function toSummary(row: SummaryRow): ComparisonSummary {
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt_slug && row.prompt_title ? { slug: row.prompt_slug, title: row.prompt_title } : null,
    excerpt: excerptOf(row.content),
    models: row.models,
    createdAt: row.created_at.toISOString(),
    published: row.published_at !== null,
    shared: row.shared_at !== null,
    withdrawn: row.withdrawn_reason !== null,
    blind: row.blind,
  }
}
