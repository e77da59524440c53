import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus, lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, type Role, requireRole } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import type { Person, PersonEdit } from '../people-contract.ts'
import { applyBanEffectsNow } from './apply-ban-effects.ts'
import { banPerson, unbanPerson } from './ban-person.ts'
import type { ModerationContext } from './moderation-context.ts'
import { getPersonOrThrow } from './person-queries.ts'
import { refuseSiteAccounts } from './refuse-site-accounts.ts'

/**
 * Changes a user's role, bans them or lifts the ban. With `undo`, a ban also starts a takedown. A repeated call changes
 * nothing. Throws AppError authentication_required, forbidden (also a wrong password or one of the site's own
 * accounts), validation_failed (no password, or `undo` without a ban), not_found, conflict (no admin who can sign in
 * would remain), and while checking the password rate_limited, overloaded.
 */
export async function changePerson(
  context: ModerationContext,
  actor: Actor,
  userId: string,
  { role, banned, undo = false, password }: PersonEdit,
): Promise<Person> {
  const member = requireRole(actor, 'admin')
  if (undo && banned !== true) throw invalidField('undo', t('Undo requires a ban: also send “banned: true”.'))
  if (role !== undefined || banned !== undefined) await requireRecentLogin(context, member, password)
  const person = await inTransaction(context.db, async (tx) => {
    await lockActingAdmin(tx, member, userId)
    if (role !== undefined) await setRole(tx, member, userId, role)
    if (banned === true) await banPerson(context, tx, member, { userId, undo })
    if (banned === false) await unbanPerson(context, tx, member, userId)
    return getPersonOrThrow(tx, userId)
  })
  if (banned === undefined) return person
  await applyBanEffectsNow(context, userId)
  // The change is already committed, so the request succeeds even if this read fails.
  return getPersonOrThrow(context.db, userId).catch(() => person)
}

async function setRole(tx: Tx, member: Member, userId: string, role: Role): Promise<void> {
  refuseSiteAccounts(userId)
  const before = await lockAccountStatus(tx, userId)
  if (before.role === role) return
  if (before.isLastAdmin)
    throw new AppError('conflict', t('This is the last admin. Make somebody else an admin first.'))
  await changeRole(tx, member, userId, role)
}
