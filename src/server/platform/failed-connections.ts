import type pg from 'pg'

/**
 * The server behind a connection can't be used any more, and so none that began before: read-only after a failover, shutting
 * down, crashed, starting (PostgreSQL, appendix A).
 */
const failedServerCodes = new Set(['25006', '57P01', '57P02', '57P03'])
/** The same, as pg reports a broken socket or a server that doesn't answer. */
const failedServerErrors = /^(Connection terminated|Query read timeout)|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH/

/**
 * How long a statement waits for an answer, in ms: longer than PostgreSQL's own limit, for a server whose network is cut.
 * Transactions that lift PostgreSQL's limit lift this one.
 */
const longestAnswerMs = 20_000

type Limited = { text?: string; values?: unknown; query_timeout?: number }
type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/**
 * Closes all connections that began before a statement failed because of the server: idle ones at once, others when they are
 * released. A pool would keep them, and with them a server that was demoted, for as long as requests come.
 */
export function dropFailedConnections(pool: pg.Pool, answerMs = longestAnswerMs): void {
  let failures = 0
  const openedAfter = new WeakMap<pg.ClientBase, number>()
  const drop = () => {
    failures++
    for (let idle = pool.idleCount; idle > 0; idle--) {
      void pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
    }
  }
  pool.on('connect', (client) => {
    openedAfter.set(client, failures)
    limitAnswers(client, answerMs)
    const query = client.query.bind(client) as Query
    const watched: Query = (...words) => {
      const result = query(...words)
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          if (!isServerFailure(error)) return
          // So that a rollback doesn't wait as long once more.
          if (isSilence(error)) void (client as pg.Client).end()
          if (openedAfter.get(client) === failures) drop()
        })
      }
      return result
    }
    client.query = watched as typeof client.query
  })
  // The pool keeps no connection that is ending.
  pool.on('release', (_, client) => {
    if (openedAfter.get(client) !== failures) void (client as pg.Client).end()
  })
}

const isSilence = (error: unknown) => (error as Error).message === 'Query read timeout'

function isServerFailure(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    failedServerCodes.has(code ?? '') || failedServerErrors.test(`${message}`) || failedServerErrors.test(`${code}`)
  )
}

/** Gives each statement `answerMs` to be answered, except in a transaction that changes statement_timeout itself. */
function limitAnswers(client: pg.ClientBase, answerMs: number): void {
  const query = client.query.bind(client) as Query
  let isLifted = false
  const limited: Query = (statement, values, ...others) => {
    const config = (typeof statement === 'string' ? { text: statement, values } : statement) as Limited
    const { text = '' } = config
    if (text.includes('statement_timeout') || (Array.isArray(values) && values[0] === 'statement_timeout'))
      isLifted = true
    else if (text === 'commit' || text === 'rollback') isLifted = false
    // With a callback, pg-pool asks for itself.
    if (isLifted || typeof values === 'function' || others.length > 0) return query(statement, values, ...others)
    return query({ query_timeout: answerMs, ...config })
  }
  client.query = limited as typeof client.query
}
