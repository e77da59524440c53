import { findUserId } from '#features/accounts/server/user-queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { type DatabaseOptions, openDatabase, openDirectDatabase } from '#server/database/database.ts'
import { describePendingMigrations } from '#server/database/migrations.ts'
import { openMigratedDatabase } from '#server/database/open-migrated-database.ts'
import { readSettings } from '#server/settings/settings.ts'
import { StartError } from '#server/start/start-error.ts'

/** Only a few connections, because a command runs one statement at a time and a running server needs the rest. */
const connectionsMax = 2

/** The actor of every change that a command makes. */
export const commandLine: Actor = { kind: 'system', name: 'command line' }

const options: DatabaseOptions = { purpose: 'command', log: (line) => console.error(line), max: connectionsMax }

type Work<Result> = (db: Db) => Promise<Result>

/** Runs `work` on the site's database, embedded or at DATABASE_URL. A server may be running at the same time. */
export function withDatabase<Result>(work: Work<Result>): Promise<Result> {
  return withOpened(openDatabase, work)
}

/** Like `withDatabase`, but bypasses a pooler by connecting to DATABASE_DIRECT_URL. */
export function withDirectDatabase<Result>(work: Work<Result>): Promise<Result> {
  return withOpened(openDirectDatabase, work)
}

/** Like `withDatabase`, but migrates the database first. */
export function withMigratedDatabase<Result>(work: Work<Result>): Promise<Result> {
  return withOpened(openMigratedDatabase, work)
}

async function withOpened<Result>(open: typeof openDatabase, work: Work<Result>): Promise<Result> {
  const database = await open(readSettings(process.env), options)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/**
 * Like `withDatabase`, but also passes the id of the user with this name. Throws StartError if there is no such user or
 * the database isn't up to date.
 */
export function withUser<Result>(name: string, work: (db: Db, userId: string) => Promise<Result>): Promise<Result> {
  return withDatabase(async (db) => {
    await refuseOutdatedSchema(db)
    const userId = await findUserId(db, name)
    if (!userId) throw new StartError(`There is no user named “${name}”.`)
    return work(db, userId)
  })
}

/** Throws StartError if the database isn't up to date, because most commands don't migrate it. */
export async function refuseOutdatedSchema(db: Db): Promise<void> {
  const missing = await describePendingMigrations(db)
  if (missing.length === 0) return
  throw new StartError(`The database is not up to date. Run: npm run cli -- migrate`)
}
