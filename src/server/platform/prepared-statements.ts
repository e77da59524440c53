import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'

const mark = '/* prepared once */'

/**
 * Begins a statement that each connection plans once and keeps: for long statements that run often and whose text never
 * varies. Planning one anew can take longer than running it.
 */
export const preparedOnce = sql.raw(mark)

type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/** Gives statements that begin with `preparedOnce` a name, which is what makes pg keep them. */
export function keepPrepared(client: ClientBase): void {
  const query = client.query.bind(client) as Query
  const named: Query = (statement, values, ...others) =>
    typeof statement === 'string' && statement.startsWith(mark)
      ? query({ name: nameOf(statement), text: statement, values }, ...others)
      : query(statement, values, ...others)
  client.query = named as typeof client.query
}

const names = new Map<string, string>()

/** A name of PostgreSQL's length (63 bytes) that no other text has. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
