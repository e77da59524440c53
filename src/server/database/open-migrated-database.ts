import type { Db } from '#platform/database/db.ts'
import type { Settings } from '../settings/settings.ts'
import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
  openDirectDatabase,
  renewConnections,
} from './database.ts'
import { migrate, readMigrations } from './migrations.ts'
import { preparePool } from './prepare-pool.ts'

/** `onMigrated` gets the names of the applied migrations, if there are any. `isNew`: the database had no tables. */
export type MigratedDatabaseOptions = DatabaseOptions & { onMigrated?: (names: string[], isNew: boolean) => void }

/**
 * Migrates the database, and opens it with connections that have the session settings of platform/database/session-settings.ts.
 * If DATABASE_DIRECT_URL is set, the migration uses it, without a pooler. Throws StartError if the database can't be
 * migrated or opened.
 */
export async function openMigratedDatabase(
  settings: Settings,
  { onMigrated, ...options }: MigratedDatabaseOptions,
): Promise<OpenDatabase> {
  const migrateAndReport = async (db: Db) => {
    const names = await migrate(db)
    if (names.length > 0) onMigrated?.(names, names.length === (await readMigrations()).length)
  }
  // Migrating also stores the session settings. It comes first, so that connections that a pooler opens afterwards have
  // them.
  if (settings.DATABASE_URL && settings.DATABASE_DIRECT_URL) {
    const direct = await openDirectDatabase(settings, { ...options, max: 2 })
    try {
      await migrateAndReport(direct.db)
    } finally {
      await direct.close()
    }
  }
  const database = await openDatabase(settings, options)
  try {
    if (!settings.DATABASE_DIRECT_URL) await migrateAndReport(database.db)
    await renewConnections(database.pool)
    await preparePool(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
