import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { DatabaseOptions, OpenDatabase } from '../database/database.ts'
import { findWrongEncoding } from '../database/database-fitness.ts'
import { openMigratedDatabase } from '../database/open-migrated-database.ts'
import type { Settings } from '../settings/settings.ts'
import { buildIfNeeded } from './build.ts'
import { loadStarter } from './starter.ts'

/** The options of `prepare`. `isBuilt`: the build is known to be current. */
export type PrepareOptions = Pick<DatabaseOptions, 'connections' | 'onRestart'> & { isBuilt?: boolean }
type Print = (line: string) => void

/**
 * Prepares what all processes of a server share: the database with its migrations, the starter catalogue and the build
 * of the pages and the server's bundle. Throws StartError if any of these can't be prepared.
 */
export async function prepare(
  settings: Settings,
  print: Print,
  log: Log,
  { isBuilt = false, ...options }: PrepareOptions = {},
): Promise<OpenDatabase> {
  const warn = (message: string) => log.warn({}, message)
  const onMigrated = (names: string[], isNew: boolean) =>
    print(isNew ? 'Created the database’s tables.' : `Upgraded the database with ${names.join(', ')}.`)
  const database = await openMigratedDatabase(settings, { purpose: 'server', log: warn, onMigrated, ...options })
  try {
    await warnOfWrongEncoding(database.db, log)
    await fillEmptyCatalogue(settings, database.db, print)
    if (!isBuilt) await buildIfNeeded(print, { isAwaited: true })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function warnOfWrongEncoding(db: Db, log: Log): Promise<void> {
  const wrong = await findWrongEncoding(db)
  if (wrong)
    log.warn({}, `${wrong}. To fix it, make a backup, create a suitable database, and restore the backup there`)
}

async function fillEmptyCatalogue({ STARTER }: Settings, db: Db, print: Print): Promise<void> {
  if (STARTER === 'off') return
  const { prompts, tools, collections, 'worked examples': examples } = await loadStarter(db)
  if (prompts + tools > 0)
    print(`Loaded the starter catalogue: ${prompts} prompts, ${tools} tools, ${collections} collections.`)
  else {
    if (collections > 0) print(`Added ${collections} collections of starter prompts and tools.`)
    if (examples > 0) print(`Added ${examples} worked examples of starter prompts.`)
  }
}
