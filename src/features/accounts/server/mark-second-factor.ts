import type { Tx } from '#server/platform/db.ts'

/** Says of a person whether they show more than a password. */
export async function markSecondFactor(tx: Tx, userId: string, enabled: boolean, now: Date): Promise<void> {
  const change = { twoFactorEnabled: enabled, updatedAt: now }
  await tx.updateTable('users').set(change).where('id', '=', userId).execute()
}
