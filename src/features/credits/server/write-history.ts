import { csvLine, guardCell } from '#lib/csv-line.ts'
import type { Db } from '#platform/db.ts'
import { readHistoryPages } from './history-queries.ts'

const columns = ['createdAt', 'kind', 'reason', 'amount', 'balanceAfter'] as const

/** Returns a user's whole credit history as a stream of CSV (RFC 4180). */
export function writeHistory(db: Db, userId: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const lines = linesOf(db, userId)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

async function* linesOf(db: Db, userId: string): AsyncGenerator<string> {
  yield csvLine([...columns])
  for await (const entries of readHistoryPages(db, userId)) {
    yield entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name])))).join('')
  }
}

function cellOf(value: string | number | null): string {
  return typeof value === 'string' ? guardCell(value) : String(value ?? '')
}
