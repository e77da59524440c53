import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { excerptOf, type Licence, type PromptStatus } from '../rules.ts'
import { chooseSlugs } from './choose-slugs.ts'
import { recordContentChange } from './content-changes.ts'
import { listKeysOf } from './list-keys.ts'
import { markLikeness } from './mark-likeness.ts'
import { moveCounts } from './prompt-counts.ts'
import type { PromptsTable } from './prompts.table.ts'
import { searchVectors } from './search-vectors.ts'

/** A valid prompt that isn't stored yet. Its maker asked `refusalOf` (rules.ts) first. */
export type PromptDraft = {
  title: string
  description: string
  content: string
  categoryId: string
  userId: string
  credit: string | null
  tags: string[]
  models: string[]
  licence: Licence
  language: string
  forkOf: string | null
  status: PromptStatus
  featured: boolean
  /** SHA-256 that names an imported prompt; a draft whose key is known already is left out. Null for written ones. */
  importKey: Buffer | null
  /** When it was written elsewhere; now by default. */
  createdAt?: Date
  /** What an export of another catalogue remembers; minted here by default, the slug also where it is taken. */
  id?: string
  slug?: string
  updatedAt?: Date
  publishedAt?: Date
}

export type InsertedPrompt = { id: string; slug: string }

/** Tells features above the catalogue of texts that are newly public, in the same transaction. */
export type OnPublished = (tx: Tx, prompts: PublishedText[]) => Promise<void>
type PublishedText = Pick<PromptDraft, 'title' | 'description' | 'content' | 'tags'>

/**
 * Stores prompts (some hundred at a time) with their slug, first version, search columns and counters.
 * Answers one entry per draft, in order: null where its `importKey` or `id` was known already.
 */
export async function insertPrompts(
  tx: Tx,
  drafts: PromptDraft[],
  onPublished: OnPublished,
): Promise<(InsertedPrompt | null)[]> {
  const inserted = new Map<PromptDraft, InsertedPrompt>()
  let waiting = await withoutKnown(tx, drafts)
  // A slug or key that another writer takes at the same moment leaves its row out; the next round sees it.
  for (let round = 0; waiting.length > 0; round++) {
    const slugs = await chooseSlugs(
      tx,
      waiting.map(({ title, slug }) => ({ title, slug })),
      round,
    )
    const rows = await insertRows(tx, waiting, slugs)
    for (const [draft, prompt] of rows) inserted.set(draft, prompt)
    waiting = await withoutKnown(
      tx,
      waiting.filter((draft) => !rows.has(draft)),
    )
  }
  const published = [...inserted.keys()].filter((draft) => draft.status === 'published')
  await insertFirstVersions(tx, inserted)
  await markLikeness(
    tx,
    [...inserted].map(([{ content }, { id }]) => ({ id, content })),
  )
  await onPublished(tx, published)
  await moveCounts(tx, { gone: [], come: published })
  if (published.length > 0) await recordContentChange(tx, await listKeysOf(tx, published))
  return drafts.map((draft) => inserted.get(draft) ?? null)
}

async function withoutKnown(tx: Tx, drafts: PromptDraft[]): Promise<PromptDraft[]> {
  const keys = drafts.flatMap((draft) => draft.importKey ?? [])
  const ids = drafts.flatMap((draft) => draft.id ?? [])
  const { rows } = await sql<{ id: string; import_key: Buffer | null }>`
    select id, import_key from prompts where import_key = any(${keys}) or id = any(${ids})`.execute(tx)
  const known = new Set(rows.flatMap((row) => [row.id, row.import_key?.toString('hex')]))
  return drafts.filter((draft) => {
    const names = [draft.id, draft.importKey?.toString('hex')].filter((name) => name !== undefined)
    const isNew = !names.some((name) => known.has(name))
    for (const name of names) known.add(name)
    return isNew
  })
}

async function insertRows(tx: Tx, drafts: PromptDraft[], slugs: string[]): Promise<Map<PromptDraft, InsertedPrompt>> {
  const now = new Date()
  const rows = drafts.map((draft, index) => ({ draft, row: toRow(draft, slugs[index] as string, now) }))
  const result = await tx
    .insertInto('prompts')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'slug'])
    .execute()
  const stored = new Set(result.map((row) => row.id))
  return new Map(
    rows.filter(({ row }) => stored.has(row.id)).map(({ draft, row }) => [draft, { id: row.id, slug: row.slug }]),
  )
}

function toRow(draft: PromptDraft, slug: string, now: Date) {
  const { head, text } = searchVectors(draft)
  return {
    id: draft.id ?? newId(),
    slug,
    title: draft.title,
    description: draft.description,
    content: draft.content,
    excerpt: excerptOf(draft.content),
    language: draft.language,
    category_id: draft.categoryId,
    user_id: draft.userId,
    credit: draft.credit,
    tags: draft.tags,
    models: draft.models,
    licence: draft.licence,
    fork_of: draft.forkOf,
    status: draft.status,
    removed_reason: null,
    featured: draft.featured,
    import_key: draft.importKey,
    content_hash: hashText(draft.content),
    created_at: draft.createdAt ?? now,
    updated_at: draft.updatedAt ?? draft.createdAt ?? now,
    published_at: draft.status === 'published' ? (draft.publishedAt ?? draft.createdAt ?? now) : null,
    search_head: head,
    search_text: text,
  } satisfies Partial<Record<keyof PromptsTable, unknown>>
}

async function insertFirstVersions(tx: Tx, inserted: Map<PromptDraft, InsertedPrompt>) {
  if (inserted.size === 0) return
  await tx
    .insertInto('prompt_versions')
    .values(
      [...inserted].map(([draft, { id }]) => ({
        prompt_id: id,
        version: 1,
        title: draft.title,
        description: draft.description,
        content: draft.content,
        user_id: draft.userId,
        note: null,
        shown: draft.status === 'published',
        created_at: draft.createdAt ?? new Date(),
      })),
    )
    .execute()
}

/** SHA-256 of a text; the same text under another title has the same. */
export function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** SHA-256 that names an imported prompt: its title and text as they were in the file. */
export function importKeyOf(title: string, text: string): Buffer {
  return createHash('sha256').update(title).update('\0').update(text).digest()
}
