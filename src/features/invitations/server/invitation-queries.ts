import type { Db } from '#platform/database/db.ts'
import type { Invitation } from '../contract.ts'
import { invitationLimits } from '../rules.ts'

/** Returns a query for the invitations with which people can register now. */
export function workingInvitations(db: Db, now: Date) {
  return db
    .selectFrom('invitations')
    .where('expiresAt', '>', now)
    .where('revokedAt', 'is', null)
    .whereRef('uses', '<', 'usesMax')
}

/**
 * Returns the invitations that work, then those that no longer work, both newest first: together up to twice as many as
 * `usableMax`.
 */
export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'label', 'uses', 'usesMax', 'createdAt', 'expiresAt'])
    .select((eb) =>
      eb.and([eb('expiresAt', '>', now), eb('revokedAt', 'is', null), eb('uses', '<', eb.ref('usesMax'))]).as('works'),
    )
    .orderBy('works', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * invitationLimits.usableMax)
    .execute()
  return rows.map((row) => ({
    ...row,
    works: Boolean(row.works),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
