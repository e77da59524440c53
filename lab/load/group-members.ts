import { sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { addMembers } from './members.ts'

const groupCount = 50
/** In how many groups the member is. */
const ownGroups = 5
/** One prompt in so many is shared with a group, and one in twice as many with a second one. */
const sharedEvery = 5

const groupIdOf = (place: number) => `01900000-0000-7000-a000-${String(place).padStart(12, '0')}`

/** Returns the groups with which a generated prompt is shared, by its number. */
export function groupsOf(number: number): string[] {
  if (number % sharedEvery !== 0) return []
  const nth = number / sharedEvery
  return nth % 2 === 0
    ? [groupIdOf(nth % groupCount), groupIdOf((nth + 7) % groupCount)]
    : [groupIdOf(nth % groupCount)]
}

export async function addGroups(db: Db): Promise<void> {
  await sql`
    insert into groups (id, slug, name, created_at)
    select ('01900000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid, 'bench-' || n, 'Bench ' || n, now()
    from generate_series(0, ${groupCount - 1}::int) as n on conflict do nothing`.execute(db)
}

/** Adds a member of some groups, and a member of none. */
export async function addMembersOfGroups(db: Db): Promise<Member[]> {
  const members = await addMembers(db, 2)
  const userId = members[0]?.id ?? ''
  await inTransaction(db, (tx) =>
    tx
      .insertInto('groupMembers')
      .values(
        Array.from({ length: ownGroups }, (_, place) => ({
          groupId: groupIdOf(place * 10 + (place % 2)),
          userId,
          role: 'writer' as const,
          source: 'admin' as const,
          createdAt: new Date(),
        })),
      )
      .execute(),
  )
  return members
}
