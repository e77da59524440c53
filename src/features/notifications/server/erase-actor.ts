import type { Tx } from '#platform/database/db.ts'

/** Removes a deleted user's name from other members' notifications. The user's own are deleted with the account. */
export async function eraseActor(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('notificationEvents').set({ actorId: null }).where('actorId', '=', userId).execute()
}
