import type { Member } from '#server/platform/actor.ts'
import type { Db, Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

/** Addresses of made-up members: `.invalid` is nobody's. */
const demoDomain = '@demo.invalid'
/** They have been here for a while, so that their votes count wherever an age is asked for. In ms. */
const demoAgeMs = 90 * 86_400_000

/** Makes members that nobody is: their names say so, and without a password nobody can sign in as them. */
export async function createDemoMembers(tx: Tx, count: number, now: Date): Promise<Member[]> {
  const members = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    username: `demo-member-${String(index + 1).padStart(2, '0')}`,
  }))
  const since = new Date(now.getTime() - demoAgeMs)
  await tx
    .insertInto('users')
    .values(
      members.map(({ id, username }) => ({
        id,
        name: username,
        username,
        display_username: username,
        email: `${username}${demoDomain}`,
        created_at: since,
        updated_at: since,
      })),
    )
    .execute()
  return members.map((member) => ({
    ...member,
    kind: 'user' as const,
    role: 'user' as const,
    sessionId: member.id,
    address: '127.0.0.1',
    browser: 'demo',
  }))
}

/** The ids of all made-up members. Who registered with such an address has a password, and is none. */
export async function findDemoMembers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('passwords as p', 'p.user_id', 'u.id')
    .select('u.id')
    .where('u.email', 'like', `%${demoDomain}`)
    .where('p.user_id', 'is', null)
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}
