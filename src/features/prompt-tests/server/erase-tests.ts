import type { Tx } from '#platform/database/db.ts'

/**
 * When an account is deleted, deletes the user's proposals and removes their name from accepted test cases and from
 * runs. A run in progress is closed later, as if its process had died.
 */
export async function eraseTests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('testCases').where('userId', '=', userId).where('status', '=', 'proposed').execute()
  await tx.updateTable('testCases').set({ userId: null }).where('userId', '=', userId).execute()
  await tx.updateTable('testRuns').set({ userId: null }).where('userId', '=', userId).execute()
}
