import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { findPerson, findUserId, findUserIdByEmail } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { GroupMember } from '../contract.ts'
import { type GroupRole, rolesToGive } from '../rules.ts'
import { findReachedLimit } from './find-reached-limit.ts'
import { getMemberOrThrow } from './group-queries.ts'
import { findMembership, lockGroup } from './lock-group.ts'

type Context = Pick<Accounts, 'db' | 'now' | 'sendsEmail'>

/**
 * Adds a person to a group, as an admin or an approver of the group. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found (the group), forbidden, validation_failed (there is no such person, or they haven't
 * confirmed this address) or conflict (already a member in another role, or a limit).
 */
export async function addMember(
  context: Context,
  member: Member,
  slug: string,
  { person, role }: { person: string; role: GroupRole },
): Promise<GroupMember> {
  return inTransaction(context.db, async (tx) => {
    const found = await findPersonId(context, tx, member, person)
    const userId = typeof found === 'string' ? found : undefined
    const group = await lockGroup(tx, member, slug, userId ?? member.id)
    if (!rolesToGive(group).includes(role))
      throw new AppError(
        'forbidden',
        group.role === 'approver'
          ? t('Only an admin can make somebody an approver.')
          : t('Only approvers can add people.'),
      )
    if (userId === undefined) throw found
    const existing = await findMembership(tx, group.id, userId)
    if (existing && existing.role !== role)
      throw new AppError('conflict', t('This person is already a member. Change their role instead.'))
    if (!existing) {
      const limit = await findReachedLimit(tx, group.id, userId)
      if (limit !== null) throw new AppError('conflict', limit)
      const membership = { groupId: group.id, userId, role, source: 'admin', createdAt: context.now() } as const
      const addedThemself = userId === member.id
      await tx
        .insertInto('groupMembers')
        .values({ ...membership, addedThemself })
        .execute()
      const target = { kind: 'user' as const, id: userId }
      await recordAuditEntry(tx, member, { action: 'group.add', target, details: { group: group.id, role } })
    }
    return getMemberOrThrow(tx, group.id, userId)
  })
}

/**
 * Finds a person by username or, for admins, by email address: others could find out who has an account. An address that
 * nobody has confirmed may be somebody else's. Returns the id, or the error for somebody who may add people.
 */
async function findPersonId(
  { sendsEmail }: Context,
  db: Db,
  member: Member,
  person: string,
): Promise<string | AppError> {
  const isEmail = person.includes('@')
  const mayFind = !isEmail || hasRole(member, 'admin')
  const id = mayFind && (isEmail ? await findUserIdByEmail(db, person) : await findUserId(db, person))
  if (!id || id === siteAccountId || id === deletedAccountId)
    return invalidField(
      'person',
      mayFind ? t('There is no such person here. Check the spelling.') : t('Enter a username.'),
    )
  if (isEmail && sendsEmail && !(await findPerson(db, id))?.emailVerified)
    return invalidField('person', t('This person hasn’t confirmed their address yet. Enter their username instead.'))
  return id
}
