import type { Tx } from '#platform/database/db.ts'

/** Records whether a user has a second factor. */
export async function markSecondFactor(tx: Tx, userId: string, enabled: boolean, now: Date): Promise<void> {
  const change = { twoFactorEnabled: enabled, updatedAt: now }
  await tx.updateTable('users').set(change).where('id', '=', userId).execute()
}
