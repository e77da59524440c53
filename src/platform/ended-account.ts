import { sql } from 'kysely'
import { notSignedIn } from './actor.ts'
import type { Db } from './db.ts'

/**
 * Returns the error to show for `error`, which ended a member's work: that they aren't signed in, if their account was
 * deleted meanwhile, so that its rows are gone. Otherwise, and if the database fails, `error` itself.
 */
export async function errorUnlessDeleted(db: Db, userId: string, error: unknown): Promise<unknown> {
  try {
    const { rows } = await sql`select from users where id = ${userId}`.execute(db)
    return rows.length === 0 ? notSignedIn() : error
  } catch {
    // The database fails, which is probably the reason of the first error too.
    return error
  }
}
