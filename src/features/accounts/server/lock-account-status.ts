import { t } from '#lib/texts.ts'
import { type Member, notSignedIn, type Role } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isSignedIn } from './lock-user.ts'

export type AccountStatus = {
  role: Role
  banned: boolean
  /** True if the user is the only admin who isn't banned. */
  isLastAdmin: boolean
}

/**
 * Returns a user's role, and whether they are banned or the last admin. Locks the user, and all admins who aren't
 * banned, until the transaction ends: if two admins demote each other at the same time, the second demotion waits for
 * the first and then finds only one admin. Throws AppError not_found.
 */
export async function lockAccountStatus(tx: Tx, userId: string): Promise<AccountStatus> {
  const rows = await lockWithAdmins(tx, userId)
  const person = rows.find(({ id }) => id === userId)
  if (!person) throw notFound(t('This person'))
  const admins = rows.filter(isAdmin)
  return { role: person.role, banned: person.banned, isLastAdmin: admins.length === 1 && admins[0]?.id === userId }
}

/**
 * Takes the same locks for an act whose effect lasts, such as giving somebody a role (`userId`) or inviting people.
 * The acting admin may have been banned, demoted or signed out since the request was accepted. Throws AppError
 * authentication_required.
 */
export async function lockActingAdmin(tx: Tx, admin: Member, userId: string = admin.id): Promise<void> {
  const rows = await lockWithAdmins(tx, userId)
  if (!rows.some((row) => row.id === admin.id && isAdmin(row)) || !(await isSignedIn(tx, admin))) throw notSignedIn()
}

type LockedAccount = Pick<AccountStatus, 'role' | 'banned'> & { id: string }

const isAdmin = ({ role, banned }: LockedAccount) => role === 'admin' && !banned

/** Locks a user and all admins who aren't banned, in the order of their ids. */
function lockWithAdmins(tx: Tx, userId: string): Promise<LockedAccount[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'role', 'banned'])
    .where((eb) => eb.or([eb('id', '=', userId), eb.and([eb('role', '=', 'admin'), eb('banned', '=', false)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
