import type { Role } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'

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
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'banned'])
    .where((eb) => eb.or([eb('id', '=', userId), eb.and([eb('role', '=', 'admin'), eb('banned', '=', false)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const person = rows.find(({ id }) => id === userId)
  if (!person) throw notFound('This person')
  const admins = rows.filter(({ role, banned }) => role === 'admin' && !banned)
  return { role: person.role, banned: person.banned, isLastAdmin: admins.length === 1 && admins[0]?.id === userId }
}
