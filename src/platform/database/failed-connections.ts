import type pg from 'pg'

/**
 * The SQLSTATEs that show that the server of a connection can no longer be used: it is read-only after a failover, is
 * shutting down, is starting, or has crashed (PostgreSQL, appendix A).
 */
const failedServerCodes = new Set(['25006', '57P01', '57P02', '57P03'])
/**
 * Matches failures without an SQLSTATE, by pg's message or Node's error code: the socket is broken, or the server
 * doesn't respond.
 */
const failedServerErrors = /^(Connection terminated|Query read timeout)|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH/

/**
 * How long a statement waits for its result, in ms, in case the network to the server is interrupted. This is longer
 * than PostgreSQL's own limit (statement_timeout). A transaction that changes statement_timeout has no limit here.
 */
const defaultTimeoutMs = 20_000

/** The errors with which the pools of this process failed. */
const databaseErrors = new WeakSet<Error>()

/**
 * Whether an error came from a connection of a pool. Node gives the same codes, such as ECONNRESET and ENOENT, to the
 * errors of visitors' connections, of other services and of files.
 */
export function isFromDatabase(error: Error): boolean {
  return databaseErrors.has(error)
}

function rememberError(error: unknown): void {
  if (error instanceof Error) databaseErrors.add(error)
}

type StatementConfig = { text?: string; values?: unknown; query_timeout?: number }
type Query = (statement: unknown, values?: unknown, ...others: unknown[]) => unknown

/**
 * When a statement fails because of the server, closes all connections that were opened before the failure: idle ones
 * immediately, others when they are released. Otherwise, a busy pool would continue to use a server that is no longer
 * the primary.
 */
export function dropFailedConnections(pool: pg.Pool, timeoutMs = defaultTimeoutMs): void {
  let failures = 0
  /** How many failures there had been when each connection was opened. */
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
    limitQueries(client, timeoutMs)
    const query = client.query.bind(client) as Query
    const watched: Query = (...args) => {
      const result = query(...args)
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          rememberError(error)
          if (!isServerFailure(error)) return
          // The connection is ended now, so that a rollback doesn't wait for the same time-out.
          if (isTimeOut(error)) void (client as pg.Client).end()
          if (openedAfter.get(client) === failures) drop()
        })
      }
      return result
    }
    client.query = watched as typeof client.query
  })
  rememberFailedConnects(pool)
  // The pool removes a connection that is ending.
  pool.on('release', (_, client) => {
    if (openedAfter.get(client) !== failures) void (client as pg.Client).end()
  })
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: (destroy?: boolean) => void) => void

function rememberFailedConnects(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected?: Connected) => Promise<pg.PoolClient> | undefined
  const watched = (connected?: Connected) => {
    if (connected)
      return connect((error, ...others) => {
        rememberError(error)
        connected(error, ...others)
      })
    const result = connect()
    result?.catch(rememberError)
    return result
  }
  pool.connect = watched as typeof pool.connect
}

const isTimeOut = (error: unknown) => (error as Error).message === 'Query read timeout'

function isServerFailure(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    failedServerCodes.has(code ?? '') || failedServerErrors.test(`${message}`) || failedServerErrors.test(`${code}`)
  )
}

/** Limits the time of each statement to `timeoutMs`, except in a transaction that changes statement_timeout. */
function limitQueries(client: pg.ClientBase, timeoutMs: number): void {
  const query = client.query.bind(client) as Query
  let isUnlimited = false
  const limited: Query = (statement, values, ...others) => {
    const config = (typeof statement === 'string' ? { text: statement, values } : statement) as StatementConfig
    const { text = '' } = config
    if (text.includes('statement_timeout') || (Array.isArray(values) && values[0] === 'statement_timeout'))
      isUnlimited = true
    else if (text === 'commit' || text === 'rollback') isUnlimited = false
    // The queries that pg-pool itself sends have a callback.
    if (isUnlimited || typeof values === 'function' || others.length > 0) return query(statement, values, ...others)
    return query({ query_timeout: timeoutMs, ...config })
  }
  client.query = limited as typeof client.query
}
