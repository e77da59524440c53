import type { Tx } from '#server/platform/db.ts'

/** Removes a person whose account is deleted from the notifications of others. Their own are deleted with the account. */
export async function eraseActor(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('notificationEvents').set({ actorId: null }).where('actorId', '=', userId).execute()
}
