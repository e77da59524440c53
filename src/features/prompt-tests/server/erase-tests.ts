import type { Tx } from '#server/platform/db.ts'

/**
 * Takes a user whose account is deleted out of tests: their proposals go; cases that authors accepted, and runs, stay
 * without a name. A run that is still going ends as after a crash.
 */
export async function eraseTests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('testCases').where('userId', '=', userId).where('status', '=', 'proposed').execute()
  await tx.updateTable('testCases').set({ userId: null }).where('userId', '=', userId).execute()
  await tx.updateTable('testRuns').set({ userId: null }).where('userId', '=', userId).execute()
}
