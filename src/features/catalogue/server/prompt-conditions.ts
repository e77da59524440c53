import { type RawBuilder, sql } from 'kysely'
import { tsqueryOf } from '#features/text-search/server/term-queries.ts'
import { likePattern } from '#platform/database/db.ts'
import { withPicture } from '../filter-rules.ts'
import type { TagList } from './tag-list-queries.ts'

/**
 * What narrows a list. It has ids and not slugs, because the caller has loaded the category or author. `authorId` is
 * the account that a prompt belongs to, and `pick` is about community picks. A prompt must have all of `filters`, which
 * are values such as `language:en` (prompt-filters.ts). `pictured`: only prompts with a picture, or only others.
 */
export type PromptFilter = {
  categoryId?: string
  /** The slug of a category whose prompts are left out. */
  exceptCategory?: string
  tag?: string
  authorId?: string
  featured?: boolean
  pick?: boolean
  filters?: string[]
  pictured?: boolean
}

const hasPicture = sql<boolean>`p.filters @> ${[withPicture]}::text[]`

/** Converts the filter to conditions over prompts as `p`. */
export function conditionsOf(filter: PromptFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (filter.categoryId) conditions.push(sql`p.category_id = ${filter.categoryId}`)
  if (filter.exceptCategory)
    conditions.push(sql`p.category_id <> all(array(select id from categories where slug = ${filter.exceptCategory}))`)
  if (filter.tag) conditions.push(sql`p.tags @> array[${filter.tag}]::text[]`)
  if (filter.authorId) conditions.push(sql`p.user_id = ${filter.authorId}`)
  if (filter.featured !== undefined) conditions.push(filter.featured ? sql`p.featured` : sql`not p.featured`)
  if (filter.pick !== undefined) conditions.push(filter.pick ? sql`p.community_pick` : sql`not p.community_pick`)
  if (filter.filters) conditions.push(sql`p.filters @> ${filter.filters}::text[]`)
  if (filter.pictured !== undefined) conditions.push(filter.pictured ? hasPicture : sql`not ${hasPicture}`)
  return conditions
}

/** Converts a filter to a list by tag. Returns null unless the filter consists of a tag, with or without a category. */
export function asTagList({ tag, categoryId, ...otherFilters }: PromptFilter): TagList | null {
  const hasOthers = Object.values(otherFilters).some((value) => value !== undefined)
  return tag && !hasOthers ? { tag, categoryId } : null
}

/**
 * Returns the condition that a prompt (as `p`) in a member's list matches a term: by words as in the search, or in any
 * part of the title. Returns no condition for an empty term. A member's list is small enough to be scanned.
 */
export function conditionsForTerm(rawTerm: string | undefined): RawBuilder<boolean>[] {
  const term = rawTerm?.trim()
  if (!term) return []
  const inText = /[\p{L}\p{N}]/u.test(term) ? sql`p.search_text @@ ${tsqueryOf(term)} or` : sql``
  return [sql<boolean>`(${inText} lower(p.title) like ${likePattern(term.toLowerCase())})`]
}
