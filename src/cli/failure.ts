import { isDatabaseUnreachable } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { StartError } from '#server/start/start-error.ts'

/** Returns the message for an error: one line for an expected error, the complete stack trace for a bug. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  const refusal = refusals[String((error as { code?: unknown }).code)]
  if (refusal) return `${refusal}: ${oneLine(error.message)}.`
  if (isDatabaseUnreachable(error))
    return `The connection to the database was lost: ${oneLine(error.message)}. Make sure that the database is running, then run the command again.`
  if (isTemporary(error))
    return `The database can't do this now: ${oneLine(error.message)}. Run the command again later.`
  return error.stack ?? error.message
}

/** How messages begin, by PostgreSQL's error code. Lists only codes whose cause doesn't depend on the statement. */
const refusals: Record<string, string> = {
  '25006': 'The database is read-only',
  '42501': 'The user in DATABASE_URL lacks a permission in the database',
}

/**
 * Tells whether an error is temporary, by its SQLSTATE class: 40 is a conflict of transactions, 53 a lack of resources,
 * 55 and 57 a busy or stopped server, 58 an I/O error.
 */
function isTemporary(error: Error): boolean {
  return 'code' in error && /^(40|53|55|57|58)...$/.test(String(error.code))
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/\.$/, '')
}
