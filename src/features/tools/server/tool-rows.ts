import { sql } from 'kysely'
import { indexedText } from '#features/text-search/indexed-text-rules.ts'
import type { Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { ToolFields } from '../contract.ts'
import { findToolError, parseToolUrl } from '../writing-rules.ts'

type Details = 'strengths' | 'prices' | 'pricesOn'

/** A tool to store. `category` is a slug. Without `slug`, the tool's slug is made from its name. */
export type ToolDraft = Omit<ToolFields, Details> & Partial<Pick<ToolFields, Details>> & { slug?: string }

const { category: _, ...columnFields } = ToolFields.shape

/** The fields that are columns of `tools`. The category is missing, because it is stored by its id. */
export const toolFieldColumns = Object.keys(columnFields) as (keyof typeof columnFields)[]

/** Checks a tool. Throws AppError validation_failed if it is invalid. */
export function checkTool(draft: ToolDraft): void {
  const refusal = findToolError(draft)
  if (refusal) throw invalidField(refusal.field, `${draft.name}: ${refusal.message}`)
}

/**
 * Returns a tool as a row of `tools`, without id, slug and times. Throws AppError validation_failed if its category is
 * unknown.
 */
export async function buildToolRow(tx: Tx, draft: ToolDraft) {
  return toToolRow(draft, await readCategoryIds(tx))
}

/**
 * Returns the ids of all categories by their slugs. Locks them, so that none can be deleted until the transaction ends.
 */
export async function readCategoryIds(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('categories').select(['id', 'slug']).orderBy('id').forKeyShare().execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Does the same as `buildToolRow`, for a caller that already has the result of `readCategoryIds`. */
export function toToolRow({ slug: _, category, ...draft }: ToolDraft, categoryIds: Map<string, string>) {
  const categoryId = categoryIds.get(category)
  if (!categoryId) throw invalidField('category', `${draft.name}: there is no category “${category}”.`)
  const name = draft.name.trim()
  const description = draft.description.trim()
  return {
    ...draft,
    strengths: (draft.strengths ?? []).map((strength) => strength.trim()),
    prices: draft.prices?.trim() ?? '',
    pricesOn: draft.pricesOn ?? null,
    isFullyFree: draft.isFullyFree && draft.isFree,
    name,
    description,
    url: parseToolUrl(draft.url)?.href ?? '',
    categoryId,
    search: buildSearchVector({ name, description, tags: draft.tags }),
    searchVersion,
  }
}

/** The version of the rules below. Search columns of an older version are renewed (renew-tool-search.ts). */
export const searchVersion = 3

/**
 * Returns the search column of a tool, with weight A for the name, B for the tags and C for the description.
 */
export function buildSearchVector({ name, description, tags }: { name: string; description: string; tags: string[] }) {
  const weighted = (text: string, weight: string) =>
    sql`setweight(to_tsvector('promptarium_english', ${indexedText(text)}), ${sql.lit(weight)})`
  return sql<string>`${weighted(name, 'A')} || ${weighted(tags.join(' '), 'B')} || ${weighted(description, 'C')}`
}
