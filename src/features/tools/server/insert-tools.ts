import { createHash } from 'node:crypto'
import { slugify } from '#lib/slug.ts'
import { cutText } from '#lib/well-formed.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { invalidField } from '#platform/errors.ts'
import { isId, newId } from '#platform/ids.ts'
import { reservedToolSlugs } from '../rules.ts'
import { changeToolCounts } from './tool-counts.ts'
import { checkTool, readCategoryIds, type ToolDraft, toToolRow } from './tool-rows.ts'

export type InsertedTool = { id: string; slug: string }

/** Tells other features about added and changed tools, in the same transaction. */
export type OnToolsAdded = (tx: Tx, tools: { title: string; tags: string[] }[]) => Promise<void>

/**
 * Stores tools in the caller's transaction. Returns one entry per draft, in the same order. An entry is null if the
 * slug is taken, so adding the same tool again changes nothing. If a draft is invalid or a category is unknown, nothing
 * is stored. Throws AppError validation_failed.
 */
export async function insertTools(
  tx: Tx,
  drafts: ToolDraft[],
  onAdded: OnToolsAdded,
): Promise<(InsertedTool | null)[]> {
  if (drafts.length === 0) return []
  for (const draft of drafts) {
    checkTool(draft)
    if (draft.slug !== undefined && !isToolSlug(draft.slug))
      throw invalidField('slug', `${draft.name}: “${draft.slug}” isn’t a valid slug, or is a reserved word.`)
  }
  const categories = await readCategoryIds(tx)
  const now = new Date()
  const rows = drafts.map((draft) => {
    const row = toToolRow(draft, categories)
    return { ...row, id: newId(), slug: draft.slug ?? toolSlug(row.name), createdAt: now, updatedAt: now }
  })
  const storedRows = await tx
    .insertInto('tools')
    .values(rows)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(storedRows.map((row) => row.id))
  const addedRows = rows.filter((row) => ids.has(row.id))
  if (addedRows.length > 0) {
    await changeToolCounts(tx, addedRows, 1)
    await onAdded(
      tx,
      addedRows.map(({ name, tags }) => ({ title: name, tags })),
    )
    // Every cached page with a general list is dropped.
    await recordContentChange(tx, ['lists'])
  }
  return rows.map(({ id, slug }) => (ids.has(id) ? { id, slug } : null))
}

/**
 * Returns the slug for a name, always the same one. If the name has no usable letters or digits, the slug contains a
 * hash of the name. If it would be a reserved word or an id, it gets a suffix.
 */
export function toolSlug(name: string): string {
  const base = slugify(name)
  if (base === '') return `tool-${cutText(createHash('sha256').update(name).digest('hex'), 8)}`
  return reservedToolSlugs.has(base) || isId(base) ? `${base}-tool` : base
}

function isToolSlug(slug: string): boolean {
  return slug !== '' && slug === slugify(slug) && !reservedToolSlugs.has(slug) && !isId(slug)
}
