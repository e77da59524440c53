import type { Member } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'

/**
 * The email domain of demo members. The top-level domain `.invalid` is reserved, so no email arrives there (RFC 2606).
 */
const demoDomain = '@demo.invalid'
/** How old the accounts of demo members are, in ms: old enough for their votes to count. */
const demoAgeMs = 90 * 86_400_000

/**
 * Creates demo members. Their names show that they are demo members, and nobody can sign in as them because they have
 * no password.
 */
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
        displayUsername: username,
        email: `${username}${demoDomain}`,
        createdAt: since,
        updatedAt: since,
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

/** Finds the ids of all demo members. A user who registered with such an address has a password, and is left out. */
export async function findDemoMemberIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('passwords as p', 'p.userId', 'u.id')
    .select('u.id')
    .where('u.email', 'like', `%${demoDomain}`)
    .where('p.userId', 'is', null)
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}
