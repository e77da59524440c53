import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertLabels } from '#features/labels/server/store-label.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { WrittenPrompt } from '../contract.ts'
import { creditVersion } from '../credit-rules.ts'
import type { PromptStatus } from '../rules.ts'
import { bandsOfText } from '../similarity-rules.ts'
import { trendingScoreOf } from '../trending-rules.ts'
import { chooseSlugs } from './choose-slugs.ts'
import { creditAuthors } from './credit-authors.ts'
import { cacheKeysOfLists, updateCounts } from './prompt-counts.ts'
import { filtersVersion, findImageCategory, readFilters } from './prompt-filters.ts'
import { refuseInvalidVariables, versionColumns } from './prompt-versions.ts'
import type { PromptsTable } from './prompts.table.ts'
import { storeSimilarityBands } from './stored/store-similarity-bands.ts'
import { storedFacts } from './stored/stored-facts.ts'

/**
 * A valid prompt that isn't stored yet, of any status, not only `draft`. The caller has checked it with
 * `fieldErrors` (field-rules.ts).
 */
export type PromptDraft = WrittenPrompt & {
  categoryId: string
  userId: string
  /** Of a prompt with the status `shared`: the group that it belongs to, and all groups whose members may read it. */
  groupId?: string | null
  groupIds?: string[]
  credit: string | null
  /**
   * The member who imports the prompt and who can't credit other members (credit-authors.ts). Absent if the operator
   * imports it, or if it is written here.
   */
  importedBy?: string
  language: string
  forkOf: string | null
  status: PromptStatus
  featured: boolean
  /** The labels on its version, from our own export, and the note on it. */
  labels?: string[]
  note?: string | null
  /** For starter prompts: an extra weight for “trending”, as a number of copies. */
  headStart?: number
  /**
   * The SHA-256 that identifies an imported prompt. A draft whose key is stored already is skipped. Null for prompts
   * that are written here.
   */
  importKey: Buffer | null
  /** When an imported prompt was written. The default is now. */
  createdAt?: Date
  /**
   * Values from another catalogue's export. By default, the id and slug are generated, and both dates are `createdAt`.
   * A slug that is taken gets a suffix.
   */
  id?: string
  slug?: string
  updatedAt?: Date
  publishedAt?: Date
}

export type InsertedPrompt = { id: string; slug: string }

/** Tells other features about newly published or shared prompts and versions, in the transaction that publishes them. */
export type OnPublished = (tx: Tx, prompts: PublishedPrompt[]) => Promise<void>
/**
 * `news` is what followers are told: what happened, who did it and when. It is null for a prompt that was imported or
 * restored. `status`: published, or shared if only groups read it.
 */
type PublishedPrompt = Pick<PromptDraft, 'title' | 'description' | 'content' | 'tags' | 'userId' | 'status'> & {
  id: string
  news: { kind: 'prompt-new' | 'prompt-version'; by: string; at: Date } | null
}

/** A draft with everything that follows from its text, ready to be stored. */
export type PreparedDraft = PromptDraft & { facts: ReturnType<typeof factsOf> }

/** How many characters of text are sent to the database at a time. Sending them takes some 20 ms. */
const partCharacters = 1_000_000

/**
 * Computes what follows from the texts of drafts. This takes up to 0.1 s for a long text, so it should happen before the
 * transaction, and others get their turn after each. Throws AppError validation_failed if the variables of a draft don't
 * fit its text.
 */
export async function prepareDrafts(db: Db, drafts: PromptDraft[]): Promise<PreparedDraft[]> {
  const imageCategoryId = await findImageCategory(db)
  const prepared: PreparedDraft[] = []
  for (const draft of drafts) {
    if (prepared.length > 0) await yieldToEventLoop()
    prepared.push({ ...draft, facts: factsOf(draft, imageCategoryId) })
  }
  return prepared
}

function factsOf(draft: PromptDraft, imageCategoryId: string | undefined) {
  refuseInvalidVariables(draft)
  const columns = {
    ...WrittenPrompt.parse(draft),
    ...storedFacts(draft),
    ...readFilters(draft, imageCategoryId),
    filtersVersion,
  }
  return { columns, version: versionColumns(draft), bands: bandsOfText(draft.content) }
}

/**
 * Stores prompts (a few hundred at a time) with their slugs, first versions, search columns, counters, and bands for
 * finding near-duplicates. Returns an entry for each draft, in order. The entry is null if a stored prompt or an earlier
 * draft has the same `importKey` or `id`.
 */
export async function insertPrompts(
  tx: Tx,
  drafts: PreparedDraft[],
  onPublished: OnPublished,
): Promise<(InsertedPrompt | null)[]> {
  const inserted: (InsertedPrompt | null)[] = []
  for (const part of partsOf(drafts)) inserted.push(...(await insertPart(tx, part, onPublished)))
  return inserted
}

function partsOf(drafts: PreparedDraft[]): PreparedDraft[][] {
  const parts: PreparedDraft[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const draft of drafts) {
    characters += draft.content.length
    if (characters > partCharacters) {
      parts.push([])
      characters = draft.content.length
    }
    parts.at(-1)?.push(draft)
  }
  return parts
}

async function insertPart(
  tx: Tx,
  drafts: PreparedDraft[],
  onPublished: OnPublished,
): Promise<(InsertedPrompt | null)[]> {
  const inserted = new Map<PreparedDraft, InsertedPrompt & { creditedIds: string[] }>()
  let remaining = await withoutStored(tx, drafts)
  // If a concurrent transaction takes a slug or key, the row is skipped, and the next round sees the conflict.
  for (let round = 0; remaining.length > 0; round++) {
    const slugs = await chooseSlugs(
      tx,
      remaining.map(({ title, slug, status }) => ({ title, slug, isPrivate: status === 'shared' })),
      round,
    )
    const rows = await insertRows(tx, remaining, slugs)
    for (const [draft, prompt] of rows) inserted.set(draft, prompt)
    remaining = await withoutStored(
      tx,
      remaining.filter((draft) => !rows.has(draft)),
    )
  }
  const live = [...inserted.keys()].filter(({ status }) => status === 'published' || status === 'shared')
  const published = live.filter(({ status }) => status === 'published')
  await insertFirstVersions(tx, inserted)
  const labelled = [...inserted].map(([{ labels = [], userId, createdAt }, { id }]) => {
    return { promptId: id, labels, userId, movedAt: createdAt ?? new Date() }
  })
  await insertLabels(tx, labelled)
  await storeSimilarityBands(
    tx,
    [...inserted].map(([{ facts }, { id }]) => ({ id, bands: facts.bands })),
  )
  await onPublished(
    tx,
    live.map((draft) => ({ ...draft, id: inserted.get(draft)?.id ?? '', news: newsOf(draft) })),
  )
  await updateCounts(tx, {
    before: [],
    after: published.map((draft) => ({ ...draft, authorIds: authorsOf(draft, inserted.get(draft)?.creditedIds) })),
  })
  if (published.length > 0) await recordContentChange(tx, await cacheKeysOfLists(tx, published))
  return drafts.map((draft) => {
    const prompt = inserted.get(draft)
    return prompt ? { id: prompt.id, slug: prompt.slug } : null
  })
}

function newsOf({ userId, importKey, importedBy, createdAt }: PromptDraft) {
  if (importKey !== null || importedBy !== undefined) return null
  return { kind: 'prompt-new' as const, by: userId, at: createdAt ?? new Date() }
}

/** Leaves out drafts whose `importKey` or `id` is already stored or occurs in an earlier draft. */
async function withoutStored(tx: Tx, drafts: PreparedDraft[]): Promise<PreparedDraft[]> {
  const importKeys = drafts.flatMap((draft) => draft.importKey ?? [])
  const ids = drafts.flatMap((draft) => draft.id ?? [])
  const { rows } = await sql<{ id: string; importKey: Buffer | null }>`
    select id, import_key from prompts where import_key = any(${importKeys}) or id = any(${ids})`.execute(tx)
  const storedKeys = new Set(rows.flatMap((row) => [row.id, row.importKey?.toString('hex')]))
  return drafts.filter((draft) => {
    const keys = [draft.id, draft.importKey?.toString('hex')].filter((key) => key !== undefined)
    const isNew = !keys.some((key) => storedKeys.has(key))
    for (const key of keys) storedKeys.add(key)
    return isNew
  })
}

/** Returns the authors that a new prompt counts for. The function `authors_of` in the database does the same. */
function authorsOf({ credit, userId }: PromptDraft, creditedIds: string[] = []): string[] {
  return credit === null ? [userId] : creditedIds
}

async function insertRows(tx: Tx, drafts: PreparedDraft[], slugs: string[]) {
  const now = new Date()
  const creditedIds = await creditAuthors(tx, drafts)
  const rows = drafts.map((draft, index) => ({
    draft,
    row: toRow(draft, { slug: slugs[index] as string, creditedIds: creditedIds[index] as string[] }, now),
  }))
  const result = await tx
    .insertInto('prompts')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'slug'])
    .execute()
  const storedIds = new Set(result.map((row) => row.id))
  return new Map(
    rows
      .filter(({ row }) => storedIds.has(row.id))
      .map(({ draft, row: { id, slug, creditedIds } }) => [draft, { id, slug, creditedIds }]),
  )
}

function toRow(draft: PreparedDraft, { slug, creditedIds }: { slug: string; creditedIds: string[] }, now: Date) {
  const isLive = draft.status === 'published' || draft.status === 'shared'
  const publishedAt = isLive ? (draft.publishedAt ?? draft.createdAt ?? now) : null
  return {
    id: draft.id ?? newId(),
    slug,
    ...draft.facts.columns,
    language: draft.language,
    categoryId: draft.categoryId,
    userId: draft.userId,
    groupId: draft.groupId ?? null,
    groupIds: draft.groupIds ?? [],
    credit: draft.credit,
    creditedIds,
    creditVersion,
    forkOf: draft.forkOf,
    status: draft.status,
    removedReason: null,
    featured: draft.featured,
    importKey: draft.importKey,
    createdAt: draft.createdAt ?? now,
    updatedAt: draft.updatedAt ?? draft.createdAt ?? now,
    publishedAt,
    copiesHeat: publishedAt && trendingScoreOf(draft.headStart ?? 0, publishedAt),
  } satisfies Partial<Record<keyof PromptsTable, unknown>>
}

async function insertFirstVersions(tx: Tx, inserted: Map<PreparedDraft, InsertedPrompt>) {
  if (inserted.size === 0) return
  await tx
    .insertInto('promptVersions')
    .values(
      [...inserted].map(([draft, { id }]) => ({
        promptId: id,
        version: 1,
        ...draft.facts.version,
        userId: draft.userId,
        note: draft.note ?? null,
        shown: draft.status === 'published',
        shared: draft.status === 'shared',
        createdAt: draft.createdAt ?? new Date(),
      })),
    )
    .execute()
}

/** Returns the SHA-256 that identifies an imported prompt, computed from its title and text as they are in the file. */
export function importKeyOf(title: string, text: string): Buffer {
  return createHash('sha256').update(title).update('\0').update(text).digest()
}
