import type { Db } from '#server/platform/db.ts'
import type { Profile } from '../contract.ts'

/** What a user (id) says about themselves, for the user and the export. */
export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db.selectFrom('profiles').select(['bio', 'link']).where('userId', '=', userId).executeTakeFirst()
  return row ?? { bio: '', link: null }
}

/** The same as others see it: empty for a banned user. */
export async function readPublicProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.bio', 'p.link'])
    .where('p.userId', '=', userId)
    .where('u.banned', '=', false)
    .executeTakeFirst()
  return row ?? { bio: '', link: null }
}
