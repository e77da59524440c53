import type { PromptStatus } from '#features/catalogue/rules.ts'
import { t } from '#lib/texts.ts'
import type { ImportResult } from './contract.ts'
import type { NamedImage } from './image-rules.ts'
import type { ReadImage } from './record-rules.ts'
import { transferLimits } from './rules.ts'

/**
 * The fields of a row, or why it is invalid. `place` is where the row is, such as `line 2` or `tea.md`. `notes` say
 * what isn't imported or should be checked.
 */
export type FileRow = { place: string } & (
  | { fields: Record<string, unknown>; notes?: string[]; readImage?: ReadImage }
  | { problem: string }
)

/** The result for a row: expected in a preview, actual after an import. */
export type RowOutcome = {
  place: string
  title: string
  /** `known` means that the member already has the prompt. */
  state: 'new' | 'known' | 'refused'
  /** The reason for a refusal, or the notes and warnings about the row. */
  notes: string[]
  /** A summary of the prompt, with its status after the import. Null if the row is refused. */
  prompt: Pick<ImportResult['taken'][number], 'excerpt' | 'category' | 'blanks' | 'status'> | null
  /** The picture to add to the prompt (id), which is known only after the import. */
  picture: { promptId: string | null; image: NamedImage; read: ReadImage } | null
}

/** The rows of one request as JSONL, with the place of each line, the notes about it and a way to read its picture. */
export type Batch = { content: string; places: string[]; notes: string[][]; images: (ReadImage | undefined)[] }

/** The maximum size of a request's rows in bytes. The server accepts requests of up to a million bytes. */
const bodyMax = 950_000

/**
 * Splits rows into batches that each fit into a request. `refused` has the invalid rows, and rows that are too large
 * for any request or nested too deeply.
 */
export function batchesOf(rows: FileRow[]): { batches: Batch[]; refused: RowOutcome[] } {
  const batches: Batch[] = []
  const refused: RowOutcome[] = []
  let size = 0
  for (const row of rows) {
    const line = 'problem' in row ? null : toLine(row.fields)
    const bytes = bytesInBody(line ?? '')
    if ('problem' in row || line === null || isTooLong(line, bytes)) {
      const reason =
        'problem' in row
          ? row.problem
          : line === null
            ? t('It is nested too deeply.')
            : t('It is too large to be one prompt.')
      refused.push({ place: row.place, title: '', state: 'refused', notes: [reason], prompt: null, picture: null })
      continue
    }
    const { notes = [], readImage } = row
    const last = batches.at(-1)
    const fits =
      last &&
      last.places.length < transferLimits.rowsMax &&
      size + bytes <= bodyMax &&
      last.content.length + line.length < transferLimits.contentMax
    if (fits) {
      last.content += `\n${line}`
      last.places.push(row.place)
      last.notes.push(notes)
      last.images.push(readImage)
      size += bytes
    } else {
      batches.push({ content: line, places: [row.place], notes: [notes], images: [readImage] })
      size = bytes
    }
  }
  return { batches, refused }
}

/** Returns a record as one line of JSON, or null if it is nested too deeply to be written. */
function toLine(fields: Record<string, unknown>): string | null {
  try {
    return JSON.stringify(fields)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function isTooLong(line: string, bytes: number): boolean {
  return line.length > transferLimits.contentMax || bytes > bodyMax
}

/** Returns a line's size in bytes in the request's body, where the line is part of a JSON string. */
function bytesInBody(line: string): number {
  return new TextEncoder().encode(JSON.stringify(line)).length
}

/** Returns the results for a batch's rows from the API's response. Its `taken` has the rows that weren't refused. */
export function outcomesOf(
  { places, notes, images }: Omit<Batch, 'content'>,
  { taken, refused }: ImportResult,
): RowOutcome[] {
  const placeOf = (line: number) => places[line - 1] ?? t('Line {line}', { line })
  return [
    ...refused.map(({ line, title, reason }) => ({
      place: placeOf(line),
      title,
      state: 'refused' as const,
      notes: [reason],
      prompt: null,
      picture: null,
    })),
    ...taken.map(({ line, title, known, notes: warnings, id, image, excerpt, category, blanks, status }) => ({
      place: placeOf(line),
      title,
      state: known === null ? ('new' as const) : ('known' as const),
      notes:
        known === 'deleted'
          ? [t('You deleted it. You can restore it under My Prompts, Deleted.')]
          : [...(notes[line - 1] ?? []), ...warnings],
      prompt: { excerpt, category, blanks, status },
      picture: pictureOf(known, id, image, images[line - 1]),
    })),
  ]
}

/** A picture is added to a new prompt, and to the member's own one if an earlier import was stopped before. */
function pictureOf(
  known: PromptStatus | null,
  promptId: string | null,
  image: NamedImage | null,
  read: ReadImage | undefined,
): RowOutcome['picture'] {
  return image && read && known !== 'deleted' ? { promptId, image, read } : null
}

/** Counts how many of the new prompts have each status after the import. */
export function countStatuses(rows: RowOutcome[]): Record<NewStatus, number> {
  const counts = { published: 0, pending: 0, draft: 0 }
  for (const { state, prompt } of rows) {
    const status = prompt?.status
    if (state === 'new' && status && isNewStatus(status)) counts[status]++
  }
  return counts
}

type NewStatus = 'published' | 'pending' | 'draft'

function isNewStatus(status: PromptStatus): status is NewStatus {
  return status === 'published' || status === 'pending' || status === 'draft'
}
