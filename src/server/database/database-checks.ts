import { sql } from 'kysely'
import { findBillingViolations } from '#features/billing/server/violation-queries.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { findCommentDrifts } from '#features/comments/server/tally-queries.ts'
import { findComparisonDrifts } from '#features/comparison/server/comparison-counts.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { findFavoriteDrifts } from '#features/favorites/server/favorite-queries.ts'
import { findToolDrifts } from '#features/tools/server/tool-counts.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import { findCopyDrifts } from '#features/worksheet/server/copy-queries.ts'
import { findDatabaseProblem } from '#platform/database/database-problem.ts'
import type { Db } from '#platform/database/db.ts'
import { findWrongSettings } from '#platform/database/store-session-settings.ts'
import { type CheckResult, fail, type NamedCheck, ok } from '../http/check-result.ts'
import { findWrongEncoding, neededExtensions, oldestServer } from './database-fitness.ts'
import { describePendingMigrations } from './migrations.ts'
import { tryWrite } from './try-write.ts'

/** Checks that are fast on a database of any size, in the order in which they are reported. */
export const databaseChecks: NamedCheck[] = [
  ['database', checkVersion],
  ['encoding', checkEncoding],
  ['migrations', checkMigrations],
  ['extensions', checkExtensions],
  ['text search', checkTextSearch],
  ['time-outs', checkSettings],
  ['writes', checkWrites],
]

/** Checks that read whole tables. */
export const recountChecks: NamedCheck[] = [
  ['counters', checkCounters],
  ['credits', checkCredits],
  ['payments', checkPayments],
]

async function checkVersion(db: Db): Promise<CheckResult> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  return number >= oldestServer
    ? ok(`PostgreSQL ${version}`)
    : fail(`PostgreSQL ${version} is too old: 15 or newer is needed`)
}

async function checkEncoding(db: Db): Promise<CheckResult> {
  const wrong = await findWrongEncoding(db)
  if (wrong)
    return fail(`${wrong}. Create a new database with encoding UTF8 and locale C.UTF-8, and restore a backup into it`)
  return ok('UTF8, and the locale handles accents')
}

async function checkMigrations(db: Db): Promise<CheckResult> {
  const missing = await describePendingMigrations(db)
  return missing.length === 0 ? ok('all applied') : fail(`missing: ${missing.join(', ')}. Run: npm run cli -- migrate`)
}

async function checkExtensions(db: Db): Promise<CheckResult> {
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(db)
  return checkMissing(neededExtensions, rows)
}

/** The text search configurations that the migrations create. */
const neededConfigurations = ['promptarium_english', 'promptarium_simple']

async function checkTextSearch(db: Db): Promise<CheckResult> {
  const { rows } = await sql<{ name: string }>`select cfgname as name from pg_ts_config`.execute(db)
  return checkMissing(neededConfigurations, rows)
}

function checkMissing(needed: string[], existing: { name: string }[]): CheckResult {
  const missing = needed.filter((name) => !existing.some((row) => row.name === name))
  return missing.length === 0 ? ok(needed.join(', ')) : fail(`missing: ${missing.join(', ')}`)
}

async function checkWrites(db: Db): Promise<CheckResult> {
  try {
    await tryWrite(db)
    return ok('a write would succeed')
  } catch (error) {
    const { message } = error as Error
    return fail(
      `${findDatabaseProblem(error)?.advice ?? 'The database refuses writes.'} PostgreSQL’s error: ${message}`,
    )
  }
}

async function checkSettings(db: Db): Promise<CheckResult> {
  const wrong = await findWrongSettings(db)
  if (wrong.length === 0) return ok('connections have the required time-outs, time zone and planner settings')
  const values = wrong.map(({ name, value }) => `${name} is ${value}`).join(', ')
  return fail(`${values}. Restart the server: it corrects them or prints what to do`)
}

async function checkCounters(db: Db): Promise<CheckResult> {
  const finders = [
    findDrifts,
    findCopyDrifts,
    findToolDrifts,
    findVoteDrifts,
    findFavoriteDrifts,
    findComparisonDrifts,
    findCommentDrifts,
  ]
  const drifts = (await Promise.all(finders.map((find) => find(db)))).flat()
  if (drifts.length === 0) return ok('match a recount')
  return fail(drifts.map(({ what, stored, counted }) => `${what}: ${stored} stored, ${counted} counted`).join('; '))
}

async function checkCredits(db: Db): Promise<CheckResult> {
  const violations = await findCreditViolations(db)
  if (violations.length === 0) return ok('every balance is the sum of its ledger')
  return fail(violations.map(({ what, rowCount }) => `${what} (${rowCount})`).join('; '))
}

async function checkPayments(db: Db): Promise<CheckResult> {
  const violations = await findBillingViolations(db)
  if (violations.length === 0) return ok('the credits of every paid invoice were granted exactly once')
  return fail(violations.map(({ what, rowCount }) => `${what} (${rowCount})`).join('; '))
}
