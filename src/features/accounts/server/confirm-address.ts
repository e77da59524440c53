import type { Tx } from '#platform/database/db.ts'
import { deleteLinks } from './one-time-links.ts'

/** Marks the account's email address as confirmed, and deletes the links for confirming it. */
export async function confirmAddress(tx: Tx, userId: string, now: Date): Promise<void> {
  const verification = { emailVerified: true, emailVerifiedAt: now, updatedAt: now }
  await tx.updateTable('users').set(verification).where('id', '=', userId).execute()
  await deleteLinks(tx, userId, 'verify-email')
}
