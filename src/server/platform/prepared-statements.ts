import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'

const mark = '/* prepared once */'

/**
 * The prefix of a statement that each connection plans only once: for long, frequent statements of constant text, whose
 * planning can take longer than running them.
 */
export const preparedOnce = sql.raw(mark)

type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/** Whether statements with `preparedOnce` get a name: they don't behind a pooler without support for it (detect-pooler.ts). */
export type PreparedStatements = { areNamed: boolean }

/** Errors that a prepared statement is missing or exists already: a pooler gave this client another connection. */
const lostCodes = new Set(['26000', '42P05'])

/** Gives statements that start with `preparedOnce` a name, so that pg prepares them, until a pooler loses one. */
export function namePreparedStatements(client: ClientBase, statements: PreparedStatements): void {
  const query = client.query.bind(client) as Query
  const named: Query = (statement, values, ...others) => {
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
  client.query = named as typeof client.query
}

const names = new Map<string, string>()

/** A unique name for a statement. PostgreSQL would truncate a name of more than 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
