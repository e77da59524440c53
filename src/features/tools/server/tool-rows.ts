import { sql } from 'kysely'
import { withPairs } from '#features/catalogue/search-word-rules.ts'
import type { Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import { ToolFields } from '../contract.ts'
import { toolAddress, toolError } from '../writing-rules.ts'

/** A tool to store. `category` is a slug. Without `slug`, it is made from the name. */
export type ToolDraft = ToolFields & { slug?: string }

const { category: _, ...ownFields } = ToolFields.shape

/** The fields that are columns of `tools`: all but the category, which is stored by its id. */
export const toolFieldColumns = Object.keys(ownFields) as (keyof typeof ownFields)[]

/** Refuses an invalid tool. AppError validation_failed. */
export function checkTool(draft: ToolDraft): void {
  const refusal = toolError(draft)
  if (refusal) throw invalidField(refusal.field, `${draft.name}: ${refusal.message}`)
}

/** The columns of a tool. AppError validation_failed for an unknown category. */
export async function toolRow(tx: Tx, draft: ToolDraft) {
  return toRow(draft, await categoryIds(tx))
}

/** The ids of all categories by their slugs. Nobody can delete one until the transaction ends. */
export async function categoryIds(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('categories').select(['id', 'slug']).orderBy('id').forKeyShare().execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** The same as `toolRow`, with known categories. */
export function toRow({ slug: _, category, ...draft }: ToolDraft, categories: Map<string, string>) {
  const categoryId = categories.get(category)
  if (!categoryId) throw invalidField('category', `${draft.name}: there is no category “${category}”.`)
  const name = draft.name.trim()
  const description = draft.description.trim()
  return {
    ...draft,
    name,
    description,
    url: toolAddress(draft.url)?.href ?? '',
    categoryId,
    search: searchVector({ name, description, tags: draft.tags }),
    searchVersion,
  }
}

/** Which version of these rules made the search column of a tool (renew-tool-search.ts). */
export const searchVersion = 2

/** The search column of a tool: name A, tags B, description C. Scripts without spaces are indexed by pairs of characters. */
export function searchVector({ name, description, tags }: { name: string; description: string; tags: string[] }) {
  const part = (text: string, weight: string) =>
    sql`setweight(to_tsvector('promptarium_english', ${withPairs(text)}), ${sql.lit(weight)})`
  return sql<string>`${part(name, 'A')} || ${part(tags.join(' '), 'B')} || ${part(description, 'C')}`
}
