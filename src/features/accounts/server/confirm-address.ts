import type { Tx } from '#server/platform/db.ts'
import { dropLinks } from './one-time-links.ts'

/** Marks the account's email address as confirmed. */
export async function confirmAddress(tx: Tx, userId: string, now: Date): Promise<void> {
  const verified = { emailVerified: true, emailVerifiedAt: now, updatedAt: now }
  await tx.updateTable('users').set(verified).where('id', '=', userId).execute()
  await dropLinks(tx, userId, 'verify-email')
}
