import { createHash } from 'node:crypto'
import type { Licence } from '#features/catalogue/rules.ts'
import { readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { type LanguageDetector, loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import {
  type InsertedPrompt,
  importKeyOf,
  insertPrompts,
  type OnPublished,
  type PromptDraft,
} from '#features/catalogue/server/insert-prompts.ts'
import { linkForks } from '#features/catalogue/server/link-forks.ts'
import { siteAccountId } from '#server/platform/actor.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { type ImportedPrompt, readRecord } from '../import-rules.ts'
import type { SourceRow } from '../record-rules.ts'

/** Rows so far: taken in, there already, refused. What is counted here is committed. */
export type ImportCounts = { stored: number; known: number; refused: number }

/** What the importer tells while it works. Lines are physical lines of the file, from 1. */
export type ImportReport = {
  refused: (line: number, reason: string) => void
  /** The row on `line` is in although the row on `firstLine` has the same text under another title. */
  sameText: (line: number, firstLine: number) => void
  /** A batch is committed. */
  progress: (counts: ImportCounts) => void
}

export type ImportOptions = {
  /** For rows that name none. */
  licence: Licence
  onPublished: OnPublished
  report: ImportReport
  /** Ends the import after the present batch. */
  signal?: AbortSignal
}

/** A transaction holds so many rows, or fewer when their texts are long (in characters). */
const batchRows = 200
const batchText = 4_000_000

/**
 * Takes rows in as published prompts of the site's own account, in batches, each in a transaction of its own: what was
 * reported as done stays, and a repeated import completes a broken one. A prompt is known by title and text together,
 * so a file imported twice changes nothing, also where a prompt was edited here since.
 */
export async function importPrompts(
  db: Db,
  rows: AsyncIterable<SourceRow>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const importer = await prepare(db, options)
  const counts: ImportCounts = { stored: 0, known: 0, refused: 0 }
  const seen = new SeenTexts()
  for await (const batch of batchesOf(rows)) {
    const taken = batch.flatMap((row) => {
      const record = 'fault' in row ? { refusal: row.fault } : importer.read(row.fields)
      if (!('refusal' in record)) return [{ line: row.line, record }]
      counts.refused++
      options.report.refused(row.line, record.refusal)
      return []
    })
    const stored = await importer.store(taken.map(({ record }) => record))
    for (const [index, { line, record }] of taken.entries()) {
      const firstLine = seen.firstLineOf(record.original, line)
      if (!stored[index]) counts.known++
      else counts.stored++
      if (stored[index] && firstLine !== line) options.report.sameText(line, firstLine)
    }
    options.report.progress({ ...counts })
    if (options.signal?.aborted) break
  }
  return counts
}

async function prepare(db: Db, options: ImportOptions) {
  const { slugs, ids } = await readCategoryNames(db)
  const detectLanguage = await loadLanguageDetector()
  return {
    read(fields: Record<string, unknown>): ImportedPrompt | { refusal: string } {
      const record = readRecord(fields, slugs)
      if ('refusal' in record) return record
      const status = record.exported?.status ?? 'published'
      if (status !== 'published') return { refusal: `It is no published prompt: its status is ${status}.` }
      return ids.has(record.category) ? record : { refusal: `There is no category “${record.category}”.` }
    },
    async store(records: ImportedPrompt[]): Promise<boolean[]> {
      const drafts = records.map((record) => {
        return toDraft(record, ids.get(record.category) as string, options.licence, detectLanguage)
      })
      const inserted = await inTransaction(db, async (tx) => {
        const prompts = await insertPrompts(tx, drafts, options.onPublished)
        await linkForks(tx, forksOf(records, prompts))
        return prompts
      })
      return inserted.map((prompt) => prompt !== null)
    },
  }
}

/** Linked after the insert: what a prompt was made from may come in with it, or be missing here. */
function forksOf(records: ImportedPrompt[], prompts: (InsertedPrompt | null)[]) {
  return records.flatMap(({ exported }, index) => {
    const id = prompts[index]?.id
    return id && exported?.forkOf ? [{ id, forkOf: exported.forkOf }] : []
  })
}

function toDraft(
  record: ImportedPrompt,
  categoryId: string,
  licence: Licence,
  detectLanguage: LanguageDetector,
): PromptDraft {
  const { title, description, content, tags, models, credit, exported } = record
  return {
    title,
    description,
    content,
    tags,
    models,
    credit,
    categoryId,
    userId: siteAccountId,
    licence: record.licence ?? licence,
    language: record.language ?? detectLanguage(content),
    status: 'published',
    featured: exported?.featured ?? false,
    forkOf: null,
    importKey: exported?.importKey ? Buffer.from(exported.importKey, 'hex') : importKeyOf(title, record.original),
    ...(exported && {
      id: exported.id,
      slug: exported.slug,
      createdAt: new Date(exported.createdAt),
      updatedAt: new Date(exported.updatedAt),
      publishedAt: exported.publishedAt === null ? undefined : new Date(exported.publishedAt),
    }),
  }
}

async function* batchesOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  let text = 0
  for await (const row of rows) {
    batch.push(row)
    if ('fields' in row) text += Object.values(row.fields).reduce<number>((sum, field) => sum + lengthOf(field), 0)
    if (batch.length < batchRows && text < batchText) continue
    yield batch
    batch = []
    text = 0
  }
  if (batch.length > 0) yield batch
}

function lengthOf(field: unknown): number {
  return typeof field === 'string' ? field.length : 0
}

/** On which line each text of the file stood first. Some 50 bytes a text: a million rows stay below 100 MB. */
class SeenTexts {
  private readonly lines = new Map<number, number>()

  /** The line on which `text` stood first: `line` itself when it is new. */
  firstLineOf(text: string, line: number): number {
    // 48 bits: among a million texts, two different ones are taken for the same once in some 500 imports.
    const key = createHash('sha256').update(text).digest().readUIntBE(0, 6)
    const first = this.lines.get(key)
    if (first !== undefined) return first
    this.lines.set(key, line)
    return line
  }
}
