import { prepareSessions } from './check-session.ts'
import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
  openDirectDatabase,
  renewConnections,
} from './database.ts'
import { migrate } from './migrations.ts'
import type { Settings } from './settings.ts'

/**
 * Migrates the database, past a pooler if DATABASE_DIRECT_URL is set, and opens it with connections that have our settings.
 * Throws StartError.
 */
export async function openMigratedDatabase(settings: Settings, options: DatabaseOptions): Promise<OpenDatabase> {
  // First, so that a pooler's connections begin after the settings are stored.
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
    await prepareSessions(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
