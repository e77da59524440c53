import { sql } from 'kysely'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { hasRole, type Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminGroup, Group, GroupClaimProblem, GroupMember, OwnGroup } from '../contract.ts'
import { groupLimits as limits } from '../rules.ts'

type PageOptions = { q?: string; limit: number; cursor?: string }

/** The columns of groups (as `g`) that members see. */
const columns = sql`g.id, g.slug, g.name::text as name, g.description, g.needs_approval, g.review_days, g.protected_labels`
const memberCount = sql`(
  select count(*) from (select from group_members c where c.group_id = g.id limit ${countedMax + 1}) counted)`
const hasApprover = sql`exists (
  select from group_members a join users au on au.id = a.user_id
  where a.group_id = g.id and a.role = 'approver' and not au.banned)`

/** Lists the groups of a user by name, with their role. The export of the user's data includes this list. */
export async function listOwnGroups(db: Db, userId: string): Promise<OwnGroup[]> {
  const { rows } = await sql<OwnGroup>`
    select ${columns}, m.role, m.source from group_members m join groups g on g.id = m.group_id
    where m.user_id = ${userId} order by g.name, g.id`.execute(db)
  return rows
}

/** Tells whether a user is in any group. */
export async function isInAnyGroup(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('groupMembers')
    .select('groupId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a group for one of its members or an admin. Throws AppError not_found for everybody else. */
export async function getGroup(db: Db, member: Member, slug: string): Promise<Group> {
  const { rows } = await sql<Omit<Group, 'membersIsFloor'>>`
    select ${columns}, ${memberCount} as members, ${hasApprover} as has_approver, m.role, m.source
    from groups g left join group_members m on m.group_id = g.id and m.user_id = ${member.id}
    where g.slug = ${slug} and (m.user_id is not null or ${hasRole(member, 'admin')})`.execute(db)
  if (!rows[0]) throw notFound(t('This group'))
  return withCount(rows[0])
}

/** A member as the database returns them. `position` is the sort key. */
type MemberRow = Omit<GroupMember, 'since'> & { userId: string; since: Date; position: string }

/** Sorts approvers before writers before readers, and each of them by name. */
const position = sql`(array_position(array['approver', 'writer', 'reader'], m.role) || lower(u.username::text)) collate "C"`
const memberColumns = sql`
  u.id as user_id, u.display_username as username, m.role, m.source, m.added_themself, u.banned, m.created_at as since`

/**
 * Returns a page of a group's members, for one of them or an admin. Only admins see banned members. Throws AppError
 * not_found or validation_failed (an invalid cursor).
 */
export async function listMembers(
  db: Db,
  member: Member,
  slug: string,
  { q, limit, cursor }: PageOptions,
): Promise<Page<GroupMember>> {
  const { id } = await getGroup(db, member, slug)
  const list = `members of ${id} ${q ?? ''}`
  const start = readCursor(list, cursor, cursorKeys.text)
  const where = sql.join(
    [
      sql`m.group_id = ${id}`,
      ...(hasRole(member, 'admin') ? [] : [sql`not u.banned`]),
      ...(q ? [sql`lower(u.username::text) like ${likePattern(q.toLowerCase())}`] : []),
    ],
    sql` and `,
  )
  const source = sql`group_members m join users u on u.id = m.user_id where ${where}`
  const [{ rows }, total] = await Promise.all([
    sql<MemberRow>`
      select ${memberColumns}, ${position} as position from ${source}
        ${start ? sql`and ${position} > ${start.key}` : sql``}
      order by position limit ${limit + 1}`.execute(db),
    countUpTo(db, source),
  ])
  const page = cutPage(rows, limit, list, (row) => ({ key: row.position, id: row.userId }))
  return { items: page.items.map(toMember), nextCursor: page.nextCursor, ...total }
}

/** Returns a member of a group. Throws AppError not_found. */
export async function getMemberOrThrow(db: Db, groupId: string, userId: string): Promise<GroupMember> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns}, '' as position from group_members m join users u on u.id = m.user_id
    where m.group_id = ${groupId} and m.user_id = ${userId}`.execute(db)
  if (!rows[0]) throw notFound(t('This member'))
  return toMember(rows[0])
}

function toMember({ userId: _, position: __, since, ...row }: MemberRow): GroupMember {
  return { ...row, since: since.toISOString() }
}

const adminColumns = sql`
  ${columns}, ${memberCount} as members, ${hasApprover} as has_approver, g.claim_value, g.claim_role`
type AdminGroupRow = Omit<AdminGroup, 'membersIsFloor'>

/**
 * Returns a page of all groups by name, or of those with `q` in their name. The caller checks permissions. Throws
 * AppError validation_failed (an invalid cursor).
 */
export async function listGroups(db: Db, { q, limit, cursor }: PageOptions): Promise<Page<AdminGroup>> {
  const list = `groups ${q ?? ''}`
  const start = readCursor(list, cursor, cursorKeys.text)
  const matches = q ? sql`lower(g.name::text) like ${likePattern(q.toLowerCase())}` : sql`true`
  const [{ rows }, total] = await Promise.all([
    sql<AdminGroupRow>`
      select ${adminColumns} from groups g
      where ${matches} ${start ? sql`and (g.name, g.id) > (${start.key}::citext, ${start.id}::uuid)` : sql``}
      order by g.name, g.id limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`groups g where ${matches}`),
  ])
  const page = cutPage(rows, limit, list, ({ name, id }) => ({ key: name, id }))
  return { items: page.items.map(withCount), nextCursor: page.nextCursor, ...total }
}

/** Returns a group with its settings. The caller checks permissions. Throws AppError not_found. */
export async function getAdminGroup(db: Db, slug: string): Promise<AdminGroup> {
  const { rows } = await sql<AdminGroupRow>`select ${adminColumns} from groups g where g.slug = ${slug}`.execute(db)
  if (!rows[0]) throw notFound(t('This group'))
  return withCount(rows[0])
}

function withCount<Row extends { members: number }>(row: Row): Row & { membersIsFloor: boolean } {
  return { ...row, members: Math.min(row.members, countedMax), membersIsFloor: row.members > countedMax }
}

/** Lists the latest problems with groups of the OpenID provider. The caller checks permissions. */
export async function listClaimProblems(db: Db): Promise<GroupClaimProblem[]> {
  const rows = await db
    .selectFrom('groupClaimProblems as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['u.displayUsername as username', 'p.problem', 'p.valuesSent as values', 'p.happenedAt'])
    .orderBy('p.happenedAt', 'desc')
    .orderBy('p.userId')
    .limit(limits.problems)
    .execute()
  return rows.map(({ happenedAt, ...row }) => ({ ...row, at: happenedAt.toISOString() }))
}

/** Returns a user's groups and the problem with their groups at the OpenID provider, for the export of their data. */
export async function exportGroups(db: Db, userId: string) {
  const memberships = await db
    .selectFrom('groupMembers as m')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .select(['g.name', 'm.role', 'm.source', 'm.addedThemself', 'm.createdAt as since'])
    .where('m.userId', '=', userId)
    .orderBy('g.name')
    .execute()
  const problem = await db
    .selectFrom('groupClaimProblems')
    .select(['problem', 'valuesSent as values', 'happenedAt as at'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { memberships, claimProblem: problem ?? null }
}
