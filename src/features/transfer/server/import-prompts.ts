import { createHash } from 'node:crypto'
import type { License } from '#features/catalogue/rules.ts'
import { readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { type LanguageDetector, loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import {
  type InsertedPrompt,
  importKeyOf,
  insertPrompts,
  type OnPublished,
  type PromptDraft,
  prepareDrafts,
} from '#features/catalogue/server/insert-prompts.ts'
import { linkForks, linkTranslations } from '#features/catalogue/server/link-prompts.ts'
import { t } from '#lib/texts.ts'
import { siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import type { NamedImage } from '../image-rules.ts'
import { type ImportedPrompt, readRecord } from '../import-rules.ts'
import type { ReadImage, SourceRow } from '../record-rules.ts'
import { findPublishedIds } from './own-copy-queries.ts'

/** How many rows were stored, were already known, or were refused so far. */
export type ImportCounts = { stored: number; known: number; refused: number }

/** Where a row is: its line, counted from 1, and in an archive also its file. */
export type RowPlace = Pick<SourceRow, 'line' | 'file'>

/** A picture that a row names. The row’s prompt has this import key. */
export type RowImage = { place: RowPlace; importKey: Buffer; image: NamedImage; readImage?: ReadImage }

/** Callbacks that report the progress of an import and what happens to its rows. */
export type ImportReport = {
  onRefusal: (place: RowPlace, reason: string) => void
  /** Called for each note on a row that was stored: what isn't imported, or should be checked. */
  onNote: (place: RowPlace, note: string) => void
  /** Called if a row was stored although the row at `first` has the same text, with another title. */
  onSameText: (place: RowPlace, first: RowPlace) => void
  /** Called for each picture that a row names, after the row was stored or was already known. */
  onImage?: (image: RowImage) => void
  /** Called after each committed batch. */
  onProgress: (counts: ImportCounts) => void
}

export type ImportOptions = {
  /** The license of rows that have none. */
  licence: License
  onPublished: OnPublished
  report: ImportReport
  /** Ends the import after the current batch. */
  signal?: AbortSignal
}

/** A batch ends when it has this many rows, or this many characters in their fields. One transaction stores it. */
const batchRows = 200
const batchLength = 4_000_000

/**
 * Imports rows as published prompts of the site account, in batches with a transaction each. A repeated import completes
 * an interrupted one. Title and text in the file identify a prompt (in our own exports, its `id` or `importKey`), so
 * importing it again changes nothing, even if the prompt has been edited here.
 */
export async function importPrompts(
  db: Db,
  rows: AsyncIterable<SourceRow>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const importer = await createImporter(db, options)
  const counts: ImportCounts = { stored: 0, known: 0, refused: 0 }
  const seen = new SeenTexts()
  for await (const batch of batchesOf(rows)) {
    const accepted = batch.flatMap((row) => {
      const record = 'problem' in row ? { refusal: row.problem } : importer.read(row.fields)
      if ('refusal' in record) {
        counts.refused++
        options.report.onRefusal(row, record.refusal)
        return []
      }
      const notes = [...(('notes' in row && row.notes) || []), ...record.notes]
      const readImage = 'readImage' in row ? row.readImage : undefined
      return [{ place: { line: row.line, file: row.file }, record, notes, readImage }]
    })
    const storedFlags = await importer.store(accepted.map(({ record }) => record))
    for (const [index, { place, record, notes, readImage }] of accepted.entries()) {
      const { image } = record
      if (image) options.report.onImage?.({ place, importKey: keyOf(record), image, readImage })
      const first = seen.firstPlaceOf(record.original, place)
      if (!storedFlags[index]) {
        counts.known++
        continue
      }
      counts.stored++
      for (const note of notes) options.report.onNote(place, note)
      if (first !== place) options.report.onSameText(place, first)
    }
    options.report.onProgress({ ...counts })
    if (options.signal?.aborted) break
  }
  return counts
}

async function createImporter(db: Db, options: ImportOptions) {
  const { slugs, ids } = await readCategoryNames(db)
  const detectLanguage = await loadLanguageDetector()
  return {
    read(fields: Record<string, unknown>): ImportedPrompt | { refusal: string } {
      const record = readRecord(fields, slugs)
      if ('refusal' in record) return record
      const status = record.exported?.status ?? 'published'
      if (status !== 'published')
        return { refusal: `Only published prompts can be imported. The status of this one is ${status}.` }
      return ids.has(record.category)
        ? record
        : { refusal: t('There is no category “{slug}”. Choose one from the list.', { slug: record.category }) }
    },
    async store(records: ImportedPrompt[]): Promise<boolean[]> {
      const drafts = await prepareDrafts(
        db,
        records.map((record) => toDraft(record, ids.get(record.category) as string, options.licence, detectLanguage)),
      )
      const inserted = await inTransaction(db, async (tx) => {
        const prompts = await insertPrompts(tx, drafts, options.onPublished)
        await linkForks(tx, forksOf(records, prompts))
        await linkTranslations(tx, await translationsIn(tx, records, prompts))
        return prompts
      })
      return inserted.map((prompt) => prompt !== null)
    },
  }
}

/**
 * Returns each stored fork with its origin. Forks are linked after the insert, because an origin may be in the same
 * batch or missing.
 */
function forksOf(records: ImportedPrompt[], prompts: (InsertedPrompt | null)[]) {
  return records.flatMap(({ exported }, index) => {
    const id = prompts[index]?.id
    return id && exported?.forkOf ? [{ id, forkOf: exported.forkOf }] : []
  })
}

/** Returns each stored translation with the published prompt that its file names. */
async function translationsIn(tx: Tx, records: ImportedPrompt[], prompts: (InsertedPrompt | null)[]) {
  const slugs = records.flatMap(({ translationOf }) => translationOf ?? [])
  const originals = await findPublishedIds(tx, slugs)
  return records.flatMap(({ translationOf }, index) => {
    const id = prompts[index]?.id
    const of = originals.get(translationOf ?? '')
    return id && of ? [{ id, of }] : []
  })
}

function toDraft(
  record: ImportedPrompt,
  categoryId: string,
  licence: License,
  detectLanguage: LanguageDetector,
): PromptDraft {
  const {
    title,
    content,
    category: _,
    original: __,
    image: ___,
    translationOf: ____,
    exported,
    notes: _____,
    ...written
  } = record
  return {
    ...written,
    title,
    content,
    categoryId,
    userId: siteAccountId,
    licence: record.licence ?? licence,
    language: detectLanguage(content, record.language),
    status: 'published',
    featured: exported?.featured ?? false,
    forkOf: null,
    importKey: keyOf(record),
    ...(exported && {
      labels: exported.labels,
      id: exported.id,
      slug: exported.slug,
      createdAt: new Date(exported.createdAt),
      updatedAt: new Date(exported.updatedAt),
      publishedAt: exported.publishedAt === null ? undefined : new Date(exported.publishedAt),
    }),
  }
}

/** Returns the key by which later imports recognize a prompt. */
function keyOf({ title, original, exported }: ImportedPrompt): Buffer {
  return exported?.importKey ? Buffer.from(exported.importKey, 'hex') : importKeyOf(title, original)
}

async function* batchesOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = []
  let length = 0
  for await (const row of rows) {
    batch.push(row)
    if ('fields' in row) length += Object.values(row.fields).reduce<number>((sum, field) => sum + lengthOf(field), 0)
    if (batch.length < batchRows && length < batchLength) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

function lengthOf(field: unknown): number {
  return typeof field === 'string' ? field.length : 0
}

/**
 * Remembers where each text of the file occurred first. It needs about 100 bytes per text, or 100 MB for a million rows.
 */
class SeenTexts {
  private readonly places = new Map<number, RowPlace>()

  /** Returns the place of the first row with this text, which is `place` itself for a new text. */
  firstPlaceOf(text: string, place: RowPlace): RowPlace {
    // With 48 bits and a million texts, about one import in 500 mistakes one text for another.
    const hash = createHash('sha256').update(text).digest().readUIntBE(0, 6)
    const first = this.places.get(hash)
    if (first !== undefined) return first
    this.places.set(hash, place)
    return place
  }
}
