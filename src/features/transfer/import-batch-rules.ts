import type { ImportAnswer } from './contract.ts'
import { transferLimits } from './rules.ts'

/** A record of a file, or why it is invalid. `place`: its position in the files, for people. */
export type FoundRow = { place: string; fields: Record<string, unknown> } | { place: string; fault: string }

/** The expected or actual result of a row. */
export type RowOutcome = {
  place: string
  title: string
  state: 'new' | 'known' | 'refused'
  /** The reason of a refusal, or warnings. */
  notes: string[]
}

/** The rows of one request: JSONL, and the place of each line. */
export type Batch = { content: string; places: string[] }

/** The maximum size of a request's rows in bytes; the server accepts a million. */
const bodyMax = 950_000

/** Splits rows into batches that fit into a request. `refused`: faulty rows, and rows that fit into no request. */
export function batchesOf(rows: FoundRow[]): { batches: Batch[]; refused: RowOutcome[] } {
  const batches: Batch[] = []
  const refused: RowOutcome[] = []
  let size = 0
  for (const row of rows) {
    const line = 'fault' in row ? '' : JSON.stringify(row.fields)
    const bytes = bytesInBody(line)
    const reason = 'fault' in row ? row.fault : isTooLong(line, bytes) ? 'It is too large to be one prompt.' : null
    if (reason !== null) {
      refused.push({ place: row.place, title: '', state: 'refused', notes: [reason] })
      continue
    }
    const last = batches.at(-1)
    const fits =
      last &&
      last.places.length < transferLimits.rowsMax &&
      size + bytes <= bodyMax &&
      last.content.length + line.length < transferLimits.contentMax
    if (fits) {
      last.content += `\n${line}`
      last.places.push(row.place)
      size += bytes
    } else {
      batches.push({ content: line, places: [row.place] })
      size = bytes
    }
  }
  return { batches, refused }
}

function isTooLong(line: string, bytes: number): boolean {
  return line.length > transferLimits.contentMax || bytes > bodyMax
}

/** The size of a line within the request's body, where it is part of a JSON string. */
function bytesInBody(line: string): number {
  return new TextEncoder().encode(JSON.stringify(line)).length
}

/** The results of a batch's rows, from the API's answer. */
export function outcomesOf({ places }: Batch, { taken, refused }: ImportAnswer): RowOutcome[] {
  const placeOf = (line: number) => places[line - 1] ?? `Line ${line}`
  return [
    ...refused.map(({ line, title, reason }) => ({
      place: placeOf(line),
      title,
      state: 'refused' as const,
      notes: [reason],
    })),
    ...taken.map(({ line, title, known, notes }) => ({
      place: placeOf(line),
      title,
      state: known === null ? ('new' as const) : ('known' as const),
      notes: known === 'deleted' ? ['You deleted it. It can be brought back under My Prompts, Deleted.'] : notes,
    })),
  ]
}
