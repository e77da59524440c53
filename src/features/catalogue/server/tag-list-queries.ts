import { type RawBuilder, sql } from 'kysely'
import type { PromptSort } from '../rules.ts'

/** A list by tag, optionally within a category. Database triggers maintain its rows in prompt_tags. */
export type TagList = { tag: string; categoryId?: string | RawBuilder<string> }

const sortKeys: Record<PromptSort, RawBuilder<unknown>> = {
  newest: sql`t.published_at`,
  popular: sql`t.copies`,
  'highest-rated': sql`t.rating`,
  trending: sql`t.trending`,
  proved: sql`t.proved_at`,
}

/** A page starts after the prompt with this sort key and id. Null means the first page. */
type Start = { key: RawBuilder<unknown>; id: string } | null

/**
 * Returns SQL for the next `limit` prompts of a list after `start`, in the order `sort`, as rows (prompt_id, key). The
 * cost doesn't depend on how many prompts have the tag. Without a category, merges the first prompts of each category.
 * `condition` is about the rows, which it calls `t`.
 */
export function tagListQuery(
  list: TagList,
  sort: PromptSort,
  start: Start,
  limit: number | RawBuilder<number>,
  condition?: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const key = sortKeys[sort]
  const andCondition = condition ? sql`and ${condition}` : sql``
  const after = start ? sql`and (${key}, t.prompt_id) < (${start.key}, ${start.id}::uuid)` : sql``
  const inCategory = (categoryId: RawBuilder<unknown>) => sql`
    select t.prompt_id, ${key} as key from prompt_tags t
    where t.tag = ${list.tag} and t.category_id = ${categoryId} ${andCondition} ${after}
    order by ${key} desc, t.prompt_id desc limit ${limit}`
  if (list.categoryId) return inCategory(sql`${list.categoryId}::uuid`)
  return sql`
    select best.prompt_id, best.key from categories each cross join lateral (${inCategory(sql`each.id`)}) best
    order by best.key desc, best.prompt_id desc limit ${limit}`
}

/** Returns the FROM and WHERE clauses for all rows of a list by tag. */
export function rowsOfTag({ tag, categoryId }: TagList): RawBuilder<unknown> {
  return sql`from prompt_tags t where t.tag = ${tag} ${categoryId ? sql`and t.category_id = ${categoryId}::uuid` : sql``}`
}
