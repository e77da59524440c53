import type { Tx } from '#platform/database/db.ts'
import { groupLimits as limits } from '../rules.ts'

/**
 * Returns a sentence that says which limit keeps a person from joining a group, or null. The caller has locked the
 * account and the group, so that the counts are exact.
 */
export async function findReachedLimit(tx: Tx, groupId: string, userId: string): Promise<string | null> {
  if ((await countRows(tx, 'groupId', groupId)) >= limits.members)
    return `A group can have up to ${limits.members.toLocaleString('en')} members. Remove somebody first.`
  if ((await countRows(tx, 'userId', userId)) >= limits.perMember)
    return `A person can be in up to ${limits.perMember} groups. Remove them from another one first.`
  return null
}

async function countRows(tx: Tx, column: 'groupId' | 'userId', id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('groupMembers')
    .where(column, '=', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
