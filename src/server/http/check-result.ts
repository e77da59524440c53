import type { HealthCheck } from '#features/health/contract.ts'
import type { Db } from '#platform/database/db.ts'

/** The result of a check, with the name of what was checked. */
export type Finding = HealthCheck
/** The result of a check of the site. `message` says what was found and, if anything is wrong, what to do. */
export type CheckResult = Omit<Finding, 'subject'>
export type NamedCheck = [subject: string, check: (db: Db) => Promise<CheckResult>]

export const ok = (message: string): CheckResult => ({ level: 'ok', message })
export const warn = (message: string): CheckResult => ({ level: 'warn', message })
export const fail = (message: string): CheckResult => ({ level: 'fail', message })

/** Runs a check. If the check throws, the result is `fail` with the error's message. */
export async function runCheck(check: (db: Db) => Promise<CheckResult>, db: Db): Promise<CheckResult> {
  try {
    return await check(db)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
