import type { Tx } from '#server/platform/db.ts'

/**
 * Removes a user whose account is deleted from tests: deletes their proposals, and anonymizes their accepted cases and
 * their runs. A run in progress is closed later, like one whose process died.
 */
export async function eraseTests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('testCases').where('userId', '=', userId).where('status', '=', 'proposed').execute()
  await tx.updateTable('testCases').set({ userId: null }).where('userId', '=', userId).execute()
  await tx.updateTable('testRuns').set({ userId: null }).where('userId', '=', userId).execute()
}
