import { sql } from 'kysely'
import { hasRole, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { isShown } from './example-queries.ts'

/** Returns the prompt of a public picture, for cache keys, or null if the picture isn't public. */
export async function findPublicPicture(db: Db, key: string): Promise<{ promptId: string } | null> {
  const { rows } = await sql<{ promptId: string }>`
    select e.prompt_id from example_pictures i join examples e on e.id = i.example_id join prompts p on p.id = e.prompt_id
    where i.key = ${key} and i.stored and ${isShown}`.execute(db)
  return rows[0] ?? null
}

/** Tells whether a member may read a picture, public or not. Moderators may read any, others only their own. */
export async function mayReadPicture(db: Db, member: Member, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('examplePictures')
    .select('userId')
    .where('key', '=', key)
    .where('stored', '=', true)
    .executeTakeFirst()
  return row !== undefined && (row.userId === member.id || hasRole(member, 'moderator'))
}
