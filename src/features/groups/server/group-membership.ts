import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { type GroupRole, groupRoles } from '../rules.ts'

/** What a member may do with a group's content. */
export type GroupRight = 'read' | 'write' | 'approve'

const leastRoles: Record<GroupRight, GroupRole> = { read: 'reader', write: 'writer', approve: 'approver' }

/** SQL for the roles that include a right. */
function rolesWith(right: GroupRight): RawBuilder<unknown> {
  const roles = groupRoles.slice(groupRoles.indexOf(leastRoles[right]))
  return sql`(${sql.join(roles.map((role) => sql.lit(role)))})`
}

function membershipsOf(user: RawBuilder<string>, right: GroupRight): RawBuilder<string> {
  return sql`
    select gm.group_id from group_members gm join users gu on gu.id = gm.user_id
    where gm.user_id = ${user} and not gu.banned and gm.role in ${rolesWith(right)}`
}

/**
 * SQL for the ids of the groups in which a user has a right, as an array that PostgreSQL computes once per query:
 * `p.group_id = any (${groupsOf(userId, 'read')})`. It is empty for banned and deleted accounts.
 */
export function groupsOf(userId: string, right: GroupRight): RawBuilder<string[]> {
  return sql`(array(${membershipsOf(sql`${userId}::uuid`, right)}))`
}

/**
 * SQL that tells whether a user has a right in a group, for queries in which the user differs from row to row. Both are
 * SQL expressions for ids. False for banned and deleted accounts, and if one of the ids is null.
 */
export function isInGroup(user: RawBuilder<string>, group: RawBuilder<string | null>, right: GroupRight) {
  return sql<boolean>`exists (${membershipsOf(user, right)} and gm.group_id = ${group})`
}

/** Tells whether a user has a right in a group. */
export async function hasGroupRight(db: Db, userId: string, groupId: string, right: GroupRight): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${isInGroup(sql`${userId}::uuid`, sql`${groupId}::uuid`, right)} as may`.execute(db)
  return rows[0]?.may === true
}

/** SQL that converts a group (as `alias`) to its slug and name as JSON. */
export function groupNameOf(alias: string): RawBuilder<{ slug: string; name: string }> {
  return sql`jsonb_build_object('slug', ${sql.ref(`${alias}.slug`)}, 'name', ${sql.ref(`${alias}.name`)})`
}
