import type { ClientBase } from 'pg'
import { cutText } from '#lib/well-formed.ts'
import { traced, tracedWork } from '#platform/traced.ts'

type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/** A span contains up to this many characters of a statement. */
const textMax = 1_000

/** Publishes each statement of a connection as a span, with its text but without its values. */
export function traceStatements(client: ClientBase): void {
  const query = client.query.bind(client) as Query
  const wrappedQuery: Query = (statement, values, ...others) => {
    // A query with a callback doesn't return a promise.
    if (!tracedWork.hasSubscribers || typeof values === 'function' || others.length > 0)
      return query(statement, values, ...others)
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')
    const operation = /^\s*(?:\/\*[^*]*\*\/\s*)?(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
    return traced(
      () => ({
        name: operation,
        kind: 'client',
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': withoutValues(text),
        },
      }),
      async () => query(statement, values),
    )
  }
  client.query = wrappedQuery as typeof client.query
}

/** The text of a statement in which a question mark replaces each string and number. Parameters such as $1 are kept. */
export function withoutValues(text: string): string {
  return cutText(text, textMax)
    .replace(/\$(\w*)\$.*?(?:\$\1\$|$)/gs, '?')
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
}
