import type { Db } from '#server/platform/db.ts'
import { walkHistory } from './history-queries.ts'

const columns = ['createdAt', 'kind', 'reason', 'amount', 'balanceAfter'] as const

/** A person's whole history as CSV (RFC 4180), written while it is read. */
export function writeHistory(db: Db, userId: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const pieces = linesOf(db, userId)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* linesOf(db: Db, userId: string): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for await (const entries of walkHistory(db, userId)) {
    yield entries.map((entry) => `${columns.map((name) => cellOf(entry[name])).join(',')}\r\n`).join('')
  }
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
