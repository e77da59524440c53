import { AppError } from '#platform/errors.ts'
import { isDatabaseUnreachable } from './db.ts'

/** A temporary problem of the database as a whole, not of a single statement. */
export type DatabaseProblem = {
  /** A few words that /readyz shows as the status. */
  status: string
  /** A sentence for the log and for `doctor` that says what the operator should do. */
  advice: string
  /** After how many seconds a retry makes sense. */
  retryAfter: number
}

const unreachable: DatabaseProblem = {
  status: 'database unreachable',
  advice: 'The database can’t be reached. Start it, or check its log.',
  retryAfter: 5,
}
const readOnly: DatabaseProblem = {
  status: 'database read-only',
  advice: 'The database is read-only: it is a standby, or default_transaction_read_only is on.',
  retryAfter: 30,
}

/** The problems by their SQLSTATE (PostgreSQL, appendix A). */
const known: Record<string, DatabaseProblem> = {
  '25006': readOnly,
  '53100': {
    status: 'database disk full',
    advice: 'The disk of the database is full, so most writes fail. Free some space; no restart is needed.',
    retryAfter: 60,
  },
  '53200': {
    status: 'database out of memory',
    advice: 'The database is out of memory. Give it more, or lower its work_mem.',
    retryAfter: 10,
  },
  '53300': {
    status: 'database out of connections',
    advice: 'The database accepts no more connections. Raise max_connections, or run fewer processes.',
    retryAfter: 5,
  },
}

/** Finds the problem of the database that caused an error. Returns null if the statement itself caused it. */
export function findDatabaseProblem(error: unknown): DatabaseProblem | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && known[code]) || (isDatabaseUnreachable(error) ? unreachable : null)
}

/** Returns an error to show to users if a problem of the database caused `error`, otherwise null. */
export function asUnavailable(error: unknown): AppError | null {
  const problem = findDatabaseProblem(error)
  if (!problem) return null
  const what =
    problem === unreachable ? 'The database is not reachable at the moment.' : 'Nothing can be stored at the moment.'
  const when = problem.retryAfter > 10 ? 'Try again in a minute.' : 'Try again in a few seconds.'
  return new AppError('overloaded', `${what} ${when}`, { retryAfter: problem.retryAfter, cause: error })
}
