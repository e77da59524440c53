import { isDatabaseAway } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartError } from '#server/platform/start-error.ts'

/** What to print of an error: one line where we know what it means, the whole stack where it is a fault of ours. */
export function failureOf(error: unknown): string {
  if (error instanceof StartError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseAway(error))
    return `The database went away: ${oneLine(error.message)}. Start it and run the command again.`
  if (isStorageFull(error))
    return `The database's disk is full: ${oneLine(error.message)}. Make room and run the command again.`
  return error.stack ?? error.message
}

/** 53100: disk full, in PostgreSQL's table of error codes. */
function isStorageFull(error: Error): boolean {
  return 'code' in error && (error.code === '53100' || error.code === 'ENOSPC')
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '')
}
