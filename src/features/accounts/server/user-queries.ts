import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** The id of a person by name, in any letter case; null when there is none. */
export async function findUserId(db: Db, username: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where username = ${username}`.execute(db)
  return rows[0]?.id ?? null
}
