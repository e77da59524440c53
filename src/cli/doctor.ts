import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inspectModels } from '#features/models/server/vendor-settings.ts'
import type { Db } from '#platform/database/db.ts'
import { isPooled, supportsNamedStatements } from '#platform/database/detect-pooler.ts'
import { type OpenDatabase, openDatabase } from '#server/database/database.ts'
import { databaseChecks, recountChecks } from '#server/database/database-checks.ts'
import { figureChecks } from '#server/database/figure-checks.ts'
import { createReadiness } from '#server/database/readiness.ts'
import { type CheckResult, type Finding, fail, ok, runCheck, warn } from '#server/http/check-result.ts'
import { describeMistypedSettings } from '#server/settings/mistyped-settings.ts'
import { figureSources, modelSettings, readSettings, type Settings, settingNames } from '#server/settings/settings.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { createSiteFigures } from '#server/telemetry/site-figures.ts'
import type { Command } from './command.ts'
import { describeFailure } from './failure.ts'
import { findExposedFiles } from './private-files.ts'

/** The width in characters of the column that names what was checked. */
const subjectWidth = 14

export const command: Command = {
  summary: 'Checks settings, data folder and database.',
  operands: [],
  options: { backups: { type: 'string', multiple: true, default: [] }, json: { type: 'boolean', default: false } },
  help: `
Prints one line per check: ok, warn or fail. It changes nothing; it only tests whether
a write would succeed. The exit status is 1 if a check failed.

  --backups FOLDER  also checks that no other user can read the backups in FOLDER.
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
  const mistyped = describeMistypedSettings(process.env, settingNames)
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

/** Checks only the settings of models, because requests to vendors would cost money. */
function checkModels(settings: Settings): CheckResult {
  const { ready, guessed, pricesAsOf } = inspectModels(modelSettings(settings))
  if (ready.length === 0) return ok('no key is set, so only the built-in engines answer')
  const status = `${ready.join('; ')}; built-in prices as of ${pricesAsOf}`
  if (guessed.length === 0) return ok(status)
  const advice = `usd= is missing for ${guessed.join(', ')}: the daily budget assumes a high price`
  return warn(`${status}; ${advice}`)
}

async function checkPrivacy({ DATA_DIR }: Settings, folders: string[]): Promise<CheckResult> {
  const { backups, problems } = await findExposedFiles(DATA_DIR, folders)
  if (problems.length > 0) return fail(problems.join('; '))
  return ok(`no other user can read them; backups found: ${backups}`)
}

async function examineFolder(folder: string): Promise<CheckResult> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok(`${folder} can be written`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return warn(`${folder} doesn't exist yet; the first startup or import creates it`)
    return fail(`${folder} can't be written (${code}). Let the user of this command write there, or set DATA_DIR`)
  }
}

async function* examineDatabase(settings: Settings): AsyncGenerator<Finding> {
  try {
    const database = await openDatabase(settings, { purpose: 'command', log: (line) => console.error(line), max: 2 })
    try {
      for (const [subject, check] of [...databaseChecks, ...recountChecks])
        yield { subject, ...(await runCheck(check, database.db)) }
      yield* await examineFigures(settings, database.db)
      if (settings.DATABASE_URL)
        yield { subject: 'pooler', ...(await runCheck(() => checkPooler(settings, database.pool), database.db)) }
    } finally {
      await database.close()
    }
  } catch (error) {
    yield { subject: 'database', ...fail(describeFailure(error)) }
  }
}

/** Checks the same figures as the Health page, as far as a process other than the server can read them. */
async function examineFigures(settings: Settings, db: Db): Promise<Finding[]> {
  const now = () => new Date()
  const figures = await createSiteFigures({
    db,
    now,
    ...figureSources(settings),
    readiness: createReadiness({ db, log: noLog }),
  })()
  return figureChecks(figures)
}

async function checkPooler({ DATABASE_DIRECT_URL }: Settings, pool: OpenDatabase['pool']): Promise<CheckResult> {
  if (!(await isPooled(pool))) return ok('connections go directly to PostgreSQL')
  if (!DATABASE_DIRECT_URL)
    return warn('DATABASE_URL is the address of a pooler. Set DATABASE_DIRECT_URL for migrations, backup and restore')
  const support = (await supportsNamedStatements(pool)) ? 'supports' : "doesn't support"
  return ok(`DATABASE_URL is the address of a pooler, which ${support} prepared statements`)
}
