import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus } from '#features/accounts/server/lock-account-status.ts'
import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { type Actor, type Member, type Role, requireRole } from '#server/platform/actor.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Person, PersonEdit } from '../contract.ts'
import { banPerson, unbanPerson } from './ban-person.ts'
import { followNow } from './follow-ban.ts'
import type { ModerationContext } from './moderation-context.ts'
import { getPersonOrThrow } from './person-queries.ts'
import { refuseSiteAccounts } from './refuse-site-accounts.ts'

/**
 * Gives a person a role, bans them or lets them in again. One admin who can sign in is always left. Saying what is so
 * already changes nothing. AppError authentication_required, forbidden, validation_failed (a password is asked for),
 * not_found, conflict (the last admin).
 */
export async function changePerson(
  context: ModerationContext,
  actor: Actor,
  userId: string,
  { role, banned, undo = false, password }: PersonEdit,
): Promise<Person> {
  const member = requireRole(actor, 'admin')
  if (undo && banned !== true) throw invalidField('undo', 'Undoing goes with a ban: send “banned: true” with it.')
  if (role !== undefined || banned !== undefined) await requireRecentLogin(context, member, password)
  const person = await inTransaction(context.db, async (tx) => {
    if (role !== undefined) await giveRole(tx, member, userId, role)
    if (banned === true) await banPerson(context, tx, member, { userId, undo })
    if (banned === false) await unbanPerson(context, tx, member, userId)
    return getPersonOrThrow(tx, userId)
  })
  if (banned === undefined) return person
  await followNow(context, userId)
  // What is committed is answered as done, also when the look at what followed fails.
  return getPersonOrThrow(context.db, userId).catch(() => person)
}

async function giveRole(tx: Tx, member: Member, userId: string, role: Role): Promise<void> {
  refuseSiteAccounts(userId)
  const before = await lockAccountStatus(tx, userId)
  if (before.role === role) return
  if (before.isLastAdmin) throw new AppError('conflict', 'This is the last admin. Make somebody else an admin first.')
  await changeRole(tx, member, userId, role)
}
