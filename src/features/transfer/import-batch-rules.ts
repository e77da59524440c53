import type { ImportAnswer } from './contract.ts'
import { transferLimits } from './rules.ts'

/** A record that was found in a file, or why it is none. `place` names where, for a person. */
export type FoundRow = { place: string; fields: Record<string, unknown> } | { place: string; fault: string }

/** What comes, or came, of a row. */
export type RowOutcome = {
  place: string
  title: string
  state: 'new' | 'known' | 'refused'
  /** Why it is refused, and what to look at. */
  notes: string[]
}

/** Rows that go in one request: JSONL, a row a line, and the place of each line. */
export type Batch = { content: string; places: string[] }

/** Bytes of a request that brings rows; the server takes a million. */
const bodyMax = 950_000

/** Rows in parts that a request can carry, and those that none can. */
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

/** In the body the line is a JSON text once more, with a line end. */
function bytesInBody(line: string): number {
  return new TextEncoder().encode(JSON.stringify(line)).length
}

/** What an answer says of the rows of its batch. */
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
