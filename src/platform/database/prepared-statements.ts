import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { cutText } from '#lib/well-formed.ts'

const mark = '/* prepared once */'

/**
 * The prefix of a statement that each connection prepares only once. It is for long statements that are frequent and
 * always have the same text, because planning them can take longer than running them.
 */
export const preparedOnce = sql.raw(mark)

type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/**
 * Whether statements with `preparedOnce` get a name. They don't if a pooler doesn't support that (`detect-pooler.ts`).
 */
export type PreparedStatements = { areNamed: boolean }

/**
 * The error codes for a prepared statement that is missing or already exists, because a pooler gave this client another
 * server connection.
 */
const lostCodes = new Set(['26000', '42P05'])

/**
 * Gives each statement that starts with `preparedOnce` a name, so that pg prepares it. Stops doing so once a pooler has
 * lost such a statement.
 */
export function namePreparedStatements(client: ClientBase, statements: PreparedStatements): void {
  const query = client.query.bind(client) as Query
  const wrappedQuery: Query = (statement, values, ...others) => {
    if (!statements.areNamed || typeof statement !== 'string' || !statement.startsWith(mark))
      return query(statement, values, ...others)
    const result = query({ name: nameOf(statement), text: statement, values }, ...others)
    if (result instanceof Promise) {
      result.catch((error: { code?: unknown }) => {
        if (lostCodes.has(String(error.code))) statements.areNamed = false
      })
    }
    return result
  }
  client.query = wrappedQuery as typeof client.query
}

const names = new Map<string, string>()

/** Returns a unique name for a statement. PostgreSQL would truncate a name of more than 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = cutText(createHash('sha256').update(text).digest('hex'), 32)
  names.set(text, name)
  return name
}
