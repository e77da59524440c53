import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { ToolType } from '../rules.ts'
import { refusalOfTool, toolAddress } from '../writing-rules.ts'

/** A tool that isn't stored yet. `category` is a slug; without a `slug` the name makes it. */
export type ToolDraft = {
  slug?: string
  name: string
  description: string
  type: ToolType
  featured: boolean
  url: string
  isFree: boolean
  tags: string[]
  category: string
}

/** Refuses a tool that breaks a rule. AppError validation_failed. */
export function checkTool(draft: ToolDraft): void {
  const refusal = refusalOfTool(draft)
  if (refusal) throw invalidField(refusal.field, `${draft.name}: ${refusal.message}`)
}

/** What a tool says of itself, as columns. AppError validation_failed for an unknown category. */
export async function toolRow(tx: Tx, draft: ToolDraft) {
  return toRow(draft, await categoryIds(tx))
}

/** The ids of all categories by their slugs. */
export async function categoryIds(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('categories').select(['id', 'slug']).execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** As `toolRow`, for many tools. */
export function toRow(draft: ToolDraft, categories: Map<string, string>) {
  const categoryId = categories.get(draft.category)
  if (!categoryId) throw invalidField('category', `${draft.name}: there is no category “${draft.category}”.`)
  const name = draft.name.trim()
  const description = draft.description.trim()
  return {
    name,
    description,
    type: draft.type,
    featured: draft.featured,
    url: toolAddress(draft.url)?.href ?? '',
    isFree: draft.isFree,
    tags: draft.tags,
    categoryId,
    search: searchVector({ name, description, tags: draft.tags }),
  }
}

function searchVector({ name, description, tags }: { name: string; description: string; tags: string[] }) {
  const part = (text: string, weight: string) =>
    sql`setweight(to_tsvector('promptarium_english', ${text}), ${sql.lit(weight)})`
  return sql<string>`${part(name, 'A')} || ${part(tags.join(' '), 'B')} || ${part(description, 'C')}`
}
