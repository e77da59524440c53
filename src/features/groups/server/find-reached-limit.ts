import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { groupLimits as limits } from '../rules.ts'

/**
 * Returns a sentence that says which limit keeps a person from joining a group, or null. The caller has locked the
 * account and the group, so that the counts are exact.
 */
export async function findReachedLimit(tx: Tx, groupId: string, userId: string): Promise<string | null> {
  if ((await countRows(tx, 'groupId', groupId)) >= limits.members)
    return t('A group can have up to {members} members. Remove somebody first.', { members: limits.members })
  if ((await countRows(tx, 'userId', userId)) >= limits.perMember)
    return t('A person can be in up to {perMember} groups. Remove them from another one first.', {
      perMember: limits.perMember,
    })
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
