import { type RawBuilder, sql } from 'kysely'
import { cursorKeys } from '#platform/paging.ts'
import type { PromptSort } from '../rules.ts'
import { asTagList, type PromptFilter } from './prompt-conditions.ts'

export type PromptOrder = PromptSort | 'recent'

/** A sort key (of prompts as `p`), its type in SQL, and the test of a cursor's key. */
type OrderKey = { key: RawBuilder<unknown>; type: RawBuilder<unknown>; isKey: (key: string) => boolean }

export const orderKeys: Record<PromptOrder, OrderKey> = {
  newest: { key: sql`p.published_at`, type: sql`timestamptz`, isKey: cursorKeys.time },
  recent: { key: sql`p.updated_at`, type: sql`timestamptz`, isKey: cursorKeys.time },
  popular: { key: sql`p.copies`, type: sql`integer`, isKey: cursorKeys.integer },
  'highest-rated': { key: sql`p.rating`, type: sql`double precision`, isKey: cursorKeys.double },
  trending: { key: sql`p.trending`, type: sql`double precision`, isKey: cursorKeys.double },
  proved: { key: sql`p.proved_at`, type: sql`timestamptz`, isKey: cursorKeys.time },
}

/**
 * A part of a list that has its own order, and a name that cursors contain. `condition` is about the columns that it is
 * ordered by, of prompts as `p` or of a tag list's rows (prompt_tags) as `t`.
 */
export type ListPart = {
  name: string
  order: PromptOrder
  filter: PromptFilter
  condition?: (table: 'p' | 't') => RawBuilder<boolean>
}

/** For the orders that can't rank every prompt: the SQL that tells whether they rank a row of the table. */
const isRankedBy: Partial<Record<PromptOrder, (table: 'p' | 't') => RawBuilder<boolean>>> = {
  popular: (table) => sql`${sql.ref(`${table}.copies`)} > 0`,
  'highest-rated': (table) => sql`${sql.ref(`${table}.rating`)} > 0`,
  proved: (table) => sql`${sql.ref(`${table}.proved_at`)} is not null`,
}

/** Returns the parts of a list, first to last. With `picturesFirst`, prompts with a picture come before all others. */
export function partsOf(order: PromptOrder, filter: PromptFilter, picturesFirst = false): ListPart[] {
  if (!picturesFirst) return rankedPartsOf(order, filter)
  return [true, false].flatMap((pictured) =>
    rankedPartsOf(order, { ...filter, pictured }).map((part) => ({
      ...part,
      name: `${part.name}, ${pictured ? 'pictures' : 'words'}`,
    })),
  )
}

/**
 * Returns the parts of a list, first to last. Orders by copies, rating or proof can't rank prompts that have none, so
 * these follow in the order of “trending”, featured ones first. A list by tag has no part for featured prompts, because
 * its rows don't say which prompts are featured.
 */
function rankedPartsOf(order: PromptOrder, filter: PromptFilter): ListPart[] {
  const isRanked = isRankedBy[order]
  if (!isRanked) return [{ name: order, order, filter }]
  const unranked = {
    order: 'trending',
    condition: (table: 'p' | 't') => sql<boolean>`not (${isRanked(table)})`,
  } as const
  const hasFeaturedPart = filter.featured === undefined && !asTagList(filter)
  return [
    { name: order, order, filter, condition: isRanked },
    ...(hasFeaturedPart ? [{ ...unranked, name: `${order}, featured`, filter: { ...filter, featured: true } }] : []),
    { ...unranked, name: `${order}, others`, filter: hasFeaturedPart ? { ...filter, featured: false } : filter },
  ]
}
