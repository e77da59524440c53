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

/** Gives statements that start with `preparedOnce` a name, so that pg prepares them. */
export function namePreparedStatements(client: ClientBase): void {
  const query = client.query.bind(client) as Query
  const named: Query = (statement, values, ...others) =>
    typeof statement === 'string' && statement.startsWith(mark)
      ? query({ name: nameOf(statement), text: statement, values }, ...others)
      : query(statement, values, ...others)
  client.query = named as typeof client.query
}

const names = new Map<string, string>()

/** A unique name for a text, of PostgreSQL's maximal length (63 bytes). */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
