import { findHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { forkLicenseError } from '#features/catalogue/license-rules.ts'
import { type License, standardLicense } from '#features/catalogue/rules.ts'
import { findSecrets } from '#features/catalogue/secret-rules.ts'
import { readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { importKeyOf } from '#features/catalogue/server/insert-prompts.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { invalidField } from '#platform/errors.ts'
import { rowsOfZip } from '../archive-rules.ts'
import type { PromptFile } from '../contract.ts'
import { noPromptsProblem } from '../file-rules.ts'
import { type ImportedPrompt, readRecord, titleOf } from '../import-rules.ts'
import { BrokenFile, type SourceRow } from '../record-rules.ts'
import { rowsOfText } from '../row-rules.ts'
import { transferLimits } from '../rules.ts'
import { singleChunk } from '../text-chunk-rules.ts'
import { isTextExport, rowsOfTextExport } from '../text-export-rules.ts'
import { promptRow } from '../text-file-rules.ts'
import { findOrigins, findOwnCopies, findPublishedByOthers, type OwnCopy } from './own-copy-queries.ts'

/** A record that can be imported. `known` is the member's prompt that it matches, if there is one. */
export type OwnRecord = {
  line: number
  file?: string
  record: ImportedPrompt
  licence: License
  categoryId: string
  importKey: Buffer
  known: OwnCopy | null
  notes: string[]
  /** Whether one of its notes is a reason to check the prompt before publishing it. */
  isFlagged: boolean
}
export type RefusedRow = { line: number; file?: string; title: string; reason: string }

/**
 * Reads a member's file. Each row is either refused with a reason, or accepted and compared with the member's own
 * prompts. `origins` has the prompts that those in the file may be forks of, by id. Throws AppError validation_failed
 * if the file can't be split into rows or has too many rows.
 */
export async function readOwnRecords(db: Db, member: Member, file: SentFile) {
  const { slugs, ids } = await readCategoryNames(db)
  const refused: RefusedRow[] = []
  const records: Omit<OwnRecord, 'known' | 'isFlagged'>[] = []
  for (const row of await rowsOf(file)) {
    const record = 'problem' in row ? { refusal: row.problem } : readRecord(row.fields, slugs)
    const title = 'problem' in row ? '' : titleOf(row.fields)
    const place = { line: row.line, ...(row.file !== undefined && { file: row.file }) }
    const categoryId = 'refusal' in record ? undefined : ids.get(record.category)
    if ('refusal' in record) refused.push({ ...place, title, reason: record.refusal })
    else if (categoryId === undefined)
      refused.push({ ...place, title, reason: `There is no category “${record.category}”.` })
    else {
      const importKey = importKeyOf(`${member.id}\0${record.title}`, record.original)
      const notes = [...(('notes' in row && row.notes) || []), ...record.notes]
      records.push({ ...place, record, categoryId, importKey, licence: record.licence ?? standardLicense, notes })
    }
  }
  const copyOf = await findOwnCopies(
    db,
    member.id,
    records.map(({ importKey, record }) => ({ ...record, importKey })),
  )
  const origins = await findOrigins(
    db,
    member,
    records.flatMap(({ record }) => record.exported?.forkOf ?? []),
  )
  const publishedTitleOf = await findPublishedByOthers(
    db,
    member.id,
    records.map(({ record }) => record.content),
  )
  const accepted = records.flatMap((item): OwnRecord[] => {
    const { record, importKey, licence, line, file } = item
    const known = copyOf({ ...record, importKey })
    const origin = origins.get(record.exported?.forkOf ?? '')
    const refusal = origin && origin.userId !== member.id ? forkLicenseError(origin.licence, licence) : null
    if (known === null && refusal !== null) {
      refused.push({ line, ...(file !== undefined && { file }), title: record.title, reason: refusal })
      return []
    }
    const warnings = known === null ? warningsOn(record, publishedTitleOf(record.content)) : []
    return [{ ...item, known, notes: [...item.notes, ...warnings], isFlagged: warnings.length > 0 }]
  })
  return { accepted, refused: refused.sort((a, b) => a.line - b.line), origins }
}

type SentFile = Pick<PromptFile, 'format' | 'content' | 'name'>

async function rowsOf({ format, content, name = '' }: SentFile): Promise<SourceRow[]> {
  if (format === 'md' && !isTextExport(content)) return [promptRow(name, content)]
  const isJson = /^\ufeff?\s*[[{]/.test(content)
  if (format === 'json' && !isJson) throw invalidField('content', 'This isn’t JSON: it starts with neither [ nor {.')
  const rows: SourceRow[] = []
  try {
    for await (const row of rowsOfTable(format, content)) {
      rows.push(row)
      if (rows.length > transferLimits.rowsMax)
        throw new BrokenFile(`It contains more than ${transferLimits.rowsMax} prompts. Send them in parts.`)
    }
    if (rows.length === 0) throw new BrokenFile(noPromptsProblem)
  } catch (error) {
    throw error instanceof BrokenFile ? invalidField('content', error.message) : error
  }
  return rows
}

/** Returns the rows of a file that may contain many prompts. Throws BrokenFile. */
function rowsOfTable(format: PromptFile['format'], content: string): AsyncIterable<SourceRow> | Iterable<SourceRow> {
  const { contentMax, rowsMax } = transferLimits
  if (format === 'zip') return rowsOfZip(bytesOf(content), { tablesMax: contentMax, rowsMax })
  return format === 'md' ? rowsOfTextExport(content) : rowsOfText(singleChunk(content))
}

/** Decodes an archive from base64. Throws BrokenFile. */
function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  const base64 = content.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new BrokenFile('This isn’t base64.')
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/**
 * Returns warnings about a text. `publishedTitle` is the title of somebody else's published prompt with the same text.
 */
function warningsOn({ content }: ImportedPrompt, publishedTitle: string | undefined): string[] {
  return [
    ...(publishedTitle === undefined ? [] : [`Somebody else has published the same text: “${publishedTitle}”.`]),
    ...findSecrets(content).map(({ kind, line }) => `This looks like a secret: ${kind}, line ${line}.`),
    ...findHiddenCharacters(content).map(
      ({ kind, count, line }) => `It has invisible characters: ${kind} (${count}), first on line ${line}.`,
    ),
  ]
}
