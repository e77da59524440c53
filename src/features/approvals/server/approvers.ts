import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { approvalLimits } from '../rules.ts'

/** Returns the ids of a group's approvers, the first of whom are notified, in order. */
export async function readApprovers(tx: Tx, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from group_members m join users u on u.id = m.user_id
    where m.group_id = ${groupId} and m.role = 'approver' and not u.banned
    order by m.user_id limit ${approvalLimits.approvers}`.execute(tx)
  return rows.map(({ userId }) => userId)
}
