import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { findBillingFaults } from '#features/billing/server/fault-queries.ts'
import { findDrifts } from '#features/catalogue/server/recount-queries.ts'
import { findCreditFaults } from '#features/credits/server/fault-queries.ts'
import { findFavoriteDrifts } from '#features/favorites/server/favorite-queries.ts'
import { inspectModels } from '#features/models/server/vendor-settings.ts'
import { findToolDrifts } from '#features/tools/server/tool-counts.ts'
import { findVoteDrifts } from '#features/votes/server/vote-queries.ts'
import { findCopyDrifts } from '#features/worksheet/server/copy-queries.ts'
import { type OpenDatabase, openDatabase } from '#server/database.ts'
import { findWrongEncoding, neededExtensions, oldestServer } from '#server/database-fitness.ts'
import { mistypedSettings } from '#server/mistyped-settings.ts'
import { databaseTrouble } from '#server/platform/database-trouble.ts'
import type { Db } from '#server/platform/db.ts'
import { carriesStatements, isPooled } from '#server/platform/detect-pooler.ts'
import { findWrongSettings } from '#server/platform/store-session-settings.ts'
import { modelSettings, readSettings, type Settings, settingNames } from '#server/settings.ts'
import { tryWrite } from '#server/try-write.ts'
import type { Command } from './command.ts'
import { missingMigrations } from './database.ts'
import { describeFailure } from './failure.ts'
import { findOpenFiles } from './private-files.ts'

type Level = 'ok' | 'warn' | 'fail'
type Finding = { subject: string; level: Level; message: string }
type CheckResult = Omit<Finding, 'subject'>

const ok = (message: string): CheckResult => ({ level: 'ok', message })
const warn = (message: string): CheckResult => ({ level: 'warn', message })
const fail = (message: string): CheckResult => ({ level: 'fail', message })

const subjectWidth = 14

export const command: Command = {
  summary: 'Checks settings, data folder and database.',
  operands: [],
  options: { backups: { type: 'string', multiple: true, default: [] }, json: { type: 'boolean', default: false } },
  help: `
Prints one line per check: ok, warn or fail. It changes nothing; it only tests whether
a write would succeed. The exit status is 1 when a check failed.

  --backups FOLDER  also checks that nobody else can read the backups in FOLDER.
                    The data folder, its “backups” and the current folder are
                    always checked. May be repeated.
  --json            prints { healthy, checks: [{ subject, level, message }] }.`,
  async run({ values }) {
    const findings: Finding[] = []
    for await (const finding of examineSite(values.backups as string[])) {
      findings.push(finding)
      if (!values.json)
        console.log(`${finding.level.padEnd(4)}  ${finding.subject.padEnd(subjectWidth)}  ${finding.message}`)
    }
    const healthy = findings.every(({ level }) => level !== 'fail')
    if (values.json) console.log(JSON.stringify({ healthy, checks: findings }, null, 2))
    return healthy
  },
}

async function* examineSite(backups: string[]): AsyncGenerator<Finding> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    yield { subject: 'settings', ...fail(describeFailure(error)) }
    return
  }
  const mistyped = mistypedSettings(process.env, settingNames)
  if (mistyped.length > 0) yield { subject: 'settings', ...warn(mistyped.join(' ')) }
  yield { subject: 'settings', ...ok(settings.DATABASE_URL ? 'DATABASE_URL is set' : 'the embedded database is used') }
  yield* examineStorage(settings)
  yield { subject: 'models', ...checkModels(settings) }
  yield { subject: 'private files', ...(await checkPrivacy(settings, backups)) }
}

async function* examineStorage(settings: Settings): AsyncGenerator<Finding> {
  if (!settings.DATABASE_URL) {
    const folder = await examineFolder(resolve(settings.DATA_DIR))
    yield { subject: 'data folder', ...folder }
    if (folder.level !== 'ok') return
  }
  yield* examineDatabase(settings)
}

/** Asks no vendor, since that would cost money. */
function checkModels(settings: Settings): CheckResult {
  const { ready, guessed, pricesAsOf } = inspectModels(modelSettings(settings))
  if (ready.length === 0) return ok('no key is set: the built-in engines answer')
  const status = `${ready.join('; ')}; built-in prices as of ${pricesAsOf}`
  if (guessed.length === 0) return ok(status)
  const advice = `usd= is missing for ${guessed.join(', ')}: the daily budget assumes a high price`
  return warn(`${status}; ${advice}`)
}

async function checkPrivacy({ DATA_DIR }: Settings, folders: string[]): Promise<CheckResult> {
  const { backups, faults } = await findOpenFiles(DATA_DIR, folders)
  if (faults.length > 0) return fail(faults.join('; '))
  return ok(`nobody else can read them; backups found: ${backups}`)
}

async function examineFolder(folder: string): Promise<CheckResult> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok(`${folder} can be written`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return warn(`${folder} doesn't exist yet; the first start or import creates it`)
    return fail(`${folder} can't be written (${code}). Give this user the right to, or set DATA_DIR`)
  }
}

async function* examineDatabase(settings: Settings): AsyncGenerator<Finding> {
  try {
    const database = await openDatabase(settings, { purpose: 'command', log: (line) => console.error(line), max: 2 })
    try {
      for (const [subject, check] of checks) yield { subject, ...(await runCheck(check, database.db)) }
      if (settings.DATABASE_URL)
        yield { subject: 'pooler', ...(await runCheck(() => checkPooler(settings, database.pool), database.db)) }
    } finally {
      await database.close()
    }
  } catch (error) {
    yield { subject: 'database', ...fail(describeFailure(error)) }
  }
}

async function runCheck(check: (db: Db) => Promise<CheckResult>, db: Db): Promise<CheckResult> {
  try {
    return await check(db)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const checks: [string, (db: Db) => Promise<CheckResult>][] = [
  ['database', checkVersion],
  ['encoding', checkEncoding],
  ['migrations', checkMigrations],
  ['extensions', checkExtensions],
  ['text search', checkTextSearch],
  ['time-outs', checkSettings],
  ['writes', checkWrites],
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
  if (wrong) return fail(`${wrong}. Create a new database with UTF8 and C.UTF-8 and restore a backup into it`)
  return ok('UTF8, and the locale handles accents')
}

async function checkMigrations(db: Db): Promise<CheckResult> {
  const missing = await missingMigrations(db)
  return missing.length === 0 ? ok('all applied') : fail(`missing: ${missing.join(', ')}. Run: npm run cli -- migrate`)
}

async function checkExtensions(db: Db): Promise<CheckResult> {
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(db)
  return checkMissing(neededExtensions, rows)
}

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
    return fail(`${databaseTrouble(error)?.advice ?? 'The database refuses writes.'} PostgreSQL’s error: ${message}`)
  }
}

async function checkSettings(db: Db): Promise<CheckResult> {
  const wrong = await findWrongSettings(db)
  if (wrong.length === 0) return ok('connections have our time-outs, time zone and planner settings')
  const values = wrong.map(({ name, value }) => `${name} is ${value}`).join(', ')
  return fail(`${values}. The next start of the server stores them, or says what to do`)
}

async function checkPooler({ DATABASE_DIRECT_URL }: Settings, pool: OpenDatabase['pool']): Promise<CheckResult> {
  if (!(await isPooled(pool))) return ok('connections lead to PostgreSQL itself')
  if (!DATABASE_DIRECT_URL)
    return warn('DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL for migrations, backup and restore')
  const carried = (await carriesStatements(pool)) ? 'carries' : "doesn't carry"
  return ok(`DATABASE_URL leads to a pooler, which ${carried} prepared statements`)
}

async function checkCounters(db: Db): Promise<CheckResult> {
  const finders = [findDrifts, findCopyDrifts, findToolDrifts, findVoteDrifts, findFavoriteDrifts]
  const drifts = (await Promise.all(finders.map((find) => find(db)))).flat()
  if (drifts.length === 0) return ok('match a recount')
  return fail(drifts.map(({ what, stored, counted }) => `${what}: ${stored} stored, ${counted} counted`).join('; '))
}

async function checkCredits(db: Db): Promise<CheckResult> {
  const faults = await findCreditFaults(db)
  if (faults.length === 0) return ok('every balance is the sum of its ledger')
  return fail(faults.map(({ what, rowCount }) => `${what} (${rowCount})`).join('; '))
}

async function checkPayments(db: Db): Promise<CheckResult> {
  const faults = await findBillingFaults(db)
  if (faults.length === 0) return ok('every paid invoice gave its credits exactly once')
  return fail(faults.map(({ what, rowCount }) => `${what} (${rowCount})`).join('; '))
}
