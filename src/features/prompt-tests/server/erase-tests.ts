import type { Tx } from '#server/platform/db.ts'

/**
 * Deletes a user's proposals and anonymizes their accepted cases and runs, when the account is deleted. A run in
 * progress is closed later, like one whose process died.
 */
export async function eraseTests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('testCases').where('userId', '=', userId).where('status', '=', 'proposed').execute()
  await tx.updateTable('testCases').set({ userId: null }).where('userId', '=', userId).execute()
  await tx.updateTable('testRuns').set({ userId: null }).where('userId', '=', userId).execute()
}
