import type { Db } from '#platform/db.ts'
import type { Profile } from '../contract.ts'

/** Returns a user's bio and link as the user sees them, and as the export of the user's data contains them. */
export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const row = await db.selectFrom('profiles').select(['bio', 'link']).where('userId', '=', userId).executeTakeFirst()
  return row ?? { bio: '', link: null }
}

/** Returns a user's bio and link as others see them. They are empty while the user is banned. */
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
