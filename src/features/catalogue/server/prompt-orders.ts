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
}

/**
 * A part of a list that has its own order, and a name that cursors contain. `condition` is about the columns `copies`
 * and `rating`, of prompts as `p` or of a tag list's rows (prompt_tags) as `t`.
 */
export type ListPart = {
  name: string
  order: PromptOrder
  filter: PromptFilter
  condition?: (table: 'p' | 't') => RawBuilder<boolean>
}

const rankedBy = { popular: 'copies', 'highest-rated': 'rating' } as const

/**
 * Returns the parts of a list, first to last. Orders by copies or rating can't rank prompts that have none, so
 * these follow in the order of “trending”, featured ones first. A list by tag has no part for featured prompts, because
 * its rows don't say which prompts are featured.
 */
export function partsOf(order: PromptOrder, filter: PromptFilter): ListPart[] {
  if (order !== 'popular' && order !== 'highest-rated') return [{ name: order, order, filter }]
  const column = rankedBy[order]
  const unranked = {
    order: 'trending',
    condition: (table: 'p' | 't') => sql<boolean>`${sql.ref(`${table}.${column}`)} <= 0`,
  } as const
  const hasFeaturedPart = filter.featured === undefined && !asTagList(filter)
  return [
    { name: order, order, filter, condition: (table) => sql`${sql.ref(`${table}.${column}`)} > 0` },
    ...(hasFeaturedPart ? [{ ...unranked, name: `${order}, featured`, filter: { ...filter, featured: true } }] : []),
    { ...unranked, name: `${order}, others`, filter: hasFeaturedPart ? { ...filter, featured: false } : filter },
  ]
}
