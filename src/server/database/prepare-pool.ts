import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { isPooled, supportsNamedStatements } from '#platform/database/detect-pooler.ts'
import type { PreparedStatements } from '#platform/database/prepared-statements.ts'
import { statementsFor } from '#platform/database/session-settings.ts'
import {
  findWrongSettings,
  storeSessionSettings,
  type WrongSetting,
} from '#platform/database/store-session-settings.ts'
import { StartError } from '../start/start-error.ts'

/** How many connections to end at most. A pooler may have several that it opened before the settings were stored. */
const attempts = 20

type OpenedPool = { db: Db; pool: pg.Pool; statements: PreparedStatements }

/**
 * Prepares the pool of DATABASE_URL. If a connection lacks the session settings, stores them and ends connections that
 * began before. Throws StartError with advice if a connection still lacks them. Turns off named statements behind a
 * pooler that doesn't support such statements.
 */
export async function preparePool({ db, pool, statements }: OpenedPool): Promise<void> {
  let wrong = await findWrongSettings(db)
  for (let left = attempts; wrong.length > 0 && left > 0; left--) {
    // Migrations have stored the settings for the role of DATABASE_DIRECT_URL, which may be another role.
    const isStored = await inTransaction(db, storeSessionSettings)
    if (!isStored) break
    await endServerConnection(pool)
    wrong = await findWrongSettings(db)
  }
  if (wrong[0]) throw await adviceFor(db, wrong[0])
  statements.areNamed = !(await isPooled(pool)) || (await supportsNamedStatements(pool))
}

/**
 * Ends the server connection that runs the statement below. Meanwhile, no other client of a pooler uses this
 * connection.
 */
async function endServerConnection(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_terminate_backend(pg_backend_pid())')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== '57P01' && !/terminated/.test(message)) throw error
  } finally {
    client.release(true)
  }
}

async function adviceFor(db: Db, { name, value }: WrongSetting): Promise<StartError> {
  const { rows } = await sql<{ role: string; database: string }>`
    select session_user as role, current_database() as database`.execute(db)
  const { role = '', database = '' } = rows[0] ?? {}
  return new StartError(
    `${name} is ${value} on connections of DATABASE_URL, and the role may not store settings for itself. As a superuser, run: ${statementsFor(role, database).join('; ')}. A pooler then needs RECONNECT.`,
  )
}
