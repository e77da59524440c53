import type pg from 'pg'

const readOnlyCode = '25006'

/**
 * Closes connections on which a write was refused as read-only, once they are released. Otherwise a connection that is
 * always in use would stay read-only after the database accepts writes again.
 */
export function closeReadOnly(pool: pg.Pool): void {
  const closing = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown
    const watched = (...words: unknown[]) => {
      const result = query(...words)
      if (result instanceof Promise) {
        result.catch((error: { code?: unknown }) => {
          if (error.code === readOnlyCode) closing.add(client)
        })
      }
      return result
    }
    client.query = watched as typeof client.query
  })
  // The pool keeps no connection that is ending.
  pool.on('release', (_, client) => {
    if (closing.delete(client)) void (client as pg.Client).end()
  })
}
