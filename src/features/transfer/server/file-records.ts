import { findFindings } from '#features/catalogue/finding-rules.ts'
import { isAlarm, sentenceOf } from '#features/catalogue/paper-rules.ts'
import type { License } from '#features/catalogue/rules.ts'
import { standardLicense } from '#features/catalogue/rules.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { importKeyOf } from '#features/catalogue/server/insert-prompts.ts'
import { hashText } from '#features/catalogue/server/stored/stored-facts.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { rowsOfZip } from '../archive-rules.ts'
import type { PromptFile } from '../contract.ts'
import type { ExportedPrompt } from '../export-rules.ts'
import { noPromptsProblem } from '../file-rules.ts'
import { isAddress, type NamedImage } from '../image-rules.ts'
import { type ImportedPrompt, readRecord } from '../import-rules.ts'
import { BrokenFile, type SourceRow, titleOf } from '../record-rules.ts'
import { rowsOfText } from '../row-rules.ts'
import { transferLimits } from '../rules.ts'
import { singleChunk } from '../text-chunk-rules.ts'
import { isTextExport, rowsOfTextExport } from '../text-export-rules.ts'
import { promptRow } from '../text-file-rules.ts'

export type SentFile = Pick<PromptFile, 'format' | 'content' | 'name'>
/** A member's file to read. `categories` maps a category's lower-case name or slug to its slug. */
export type FileTask = { memberId: string; file: SentFile; categories: ReadonlyMap<string, string> }

type Place = { line: number; file?: string }
export type RefusedRow = Place & { title: string; reason: string }
/** A row that is a prompt, with all that an import derives from its text. `warnings`: reasons to check the text. */
export type FileRecord = Place & {
  record: Omit<
    ImportedPrompt,
    'original' | 'notes' | 'image' | 'exported' | 'licence' | 'language' | 'translationOf'
  > & {
    language: string
  }
  image: NamedImage | null
  /** The slug of the prompt of which it is a translation, if the file names it. */
  translationOf: string | null
  /** The ids and labels in our own export. */
  exported: Pick<ExportedPrompt, 'id' | 'slug' | 'forkOf' | 'labels'> | null
  licence: License
  importKey: Buffer
  contentHash: Buffer
  /** The line that identifies the text. */
  excerpt: string
  blanks: string[]
  notes: string[]
  warnings: string[]
}
/** The rows of a file. `problem`: why the file can't be split into rows, or that it has too many. */
export type FileRecords = { records: FileRecord[]; refused: RefusedRow[] } | { problem: string }

/** How long an excerpt may be, and how much of the text is searched for it, in characters. */
const excerptMax = 160
const excerptSearchLength = 2_000
const addressNote =
  'Its picture isn’t fetched. Put the prompts and the pictures into a zip, and name the picture’s file instead of its address.'
const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/

/** Reads a member's file: each row is either refused with a reason, or a prompt. */
export async function readFileRecords({ memberId, file, categories }: FileTask): Promise<FileRecords> {
  const detectLanguage = await loadLanguageDetector()
  const refused: RefusedRow[] = []
  const records: FileRecord[] = []
  try {
    for (const row of await rowsOf(file)) {
      const read = 'problem' in row ? { refusal: row.problem } : readRecord(row.fields, categories)
      const place = { line: row.line, ...(row.file !== undefined && { file: row.file }) }
      if ('refusal' in read) {
        refused.push({ ...place, title: 'problem' in row ? '' : titleOf(row.fields), reason: read.refusal })
        continue
      }
      const findings = findFindings(read)
      const { original, exported, notes, licence, image, translationOf, ...record } = read
      records.push({
        ...place,
        record: { ...record, language: detectLanguage(record.content, record.language) },
        image,
        translationOf,
        exported: exported && {
          id: exported.id,
          slug: exported.slug,
          forkOf: exported.forkOf,
          labels: exported.labels,
        },
        licence: licence ?? standardLicense,
        importKey: importKeyOf(`${memberId}\0${record.title}`, original),
        contentHash: hashText(record.content),
        excerpt: firstLineOf(record),
        blanks: variablesOf(record.content).map(({ name }) => name),
        notes: [
          ...(('notes' in row && row.notes) || []),
          ...notes,
          ...(image && isAddress(image) ? [addressNote] : []),
          ...findings.filter((finding) => !isAlarm(finding)).map(sentenceOf),
        ],
        warnings: findings.filter(isAlarm).map(sentenceOf),
      })
    }
  } catch (error) {
    if (error instanceof BrokenFile) return { problem: error.message }
    throw error
  }
  return { records, refused }
}

/** Throws BrokenFile. */
async function rowsOf({ format, content, name = '' }: SentFile): Promise<SourceRow[]> {
  if (format === 'md' && !isTextExport(content)) return [promptRow(name, content)]
  const isJson = /^\ufeff?\s*[[{]/.test(content)
  if (format === 'json' && !isJson) throw new BrokenFile(t('This isn’t JSON: it starts with neither [ nor {.'))
  const rows: SourceRow[] = []
  for await (const row of rowsOfTable(format, content)) {
    rows.push(row)
    if (rows.length > transferLimits.rowsMax)
      throw new BrokenFile(
        t('It has more than {prompts} prompts. Send them in parts.', { prompts: transferLimits.rowsMax }),
      )
  }
  if (rows.length === 0) throw new BrokenFile(noPromptsProblem())
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
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new BrokenFile(t('This isn’t base64.'))
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/**
 * Returns the line that identifies a text: the first line, apart from front matter and the title, that has a letter or
 * digit.
 */
function firstLineOf({ title, content }: Pick<ImportedPrompt, 'title' | 'content'>): string {
  const text = cutText(content, excerptSearchLength)
  const lines = text.replace(frontMatter, '').split('\n').map(oneLine)
  const identifiesText = (line: string) => /[\p{L}\p{N}]/u.test(line) && line.replace(/^#+ /, '') !== title
  return shorten(lines.find(identifiesText) ?? oneLine(content), excerptMax)
}
