import type { Tx } from '#server/platform/db.ts'

/** Removes the name of a deleted user from other members' notifications. Their own are deleted with the account. */
export async function eraseActor(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('notificationEvents').set({ actorId: null }).where('actorId', '=', userId).execute()
}
