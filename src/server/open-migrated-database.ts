import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
  openDirectDatabase,
  renewConnections,
} from './database.ts'
import { migrate } from './migrations.ts'
import { preparePool } from './prepare-pool.ts'
import type { Settings } from './settings.ts'

/**
 * Migrates the database (on DATABASE_DIRECT_URL, without a pooler, if that is set), and opens it with connections that
 * have our settings. Throws StartError if either fails.
 */
export async function openMigratedDatabase(settings: Settings, options: DatabaseOptions): Promise<OpenDatabase> {
  // Migrates first, which stores the settings, so that a pooler's new connections have them.
  if (settings.DATABASE_URL && settings.DATABASE_DIRECT_URL) {
    const direct = await openDirectDatabase(settings, { ...options, max: 2 })
    try {
      await migrate(direct.db)
    } finally {
      await direct.close()
    }
  }
  const database = await openDatabase(settings, options)
  try {
    if (!settings.DATABASE_DIRECT_URL) await migrate(database.db)
    await renewConnections(database.pool)
    await preparePool(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
