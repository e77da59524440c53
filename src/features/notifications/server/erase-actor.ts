import type { Tx } from '#server/platform/db.ts'

/** Takes a person, whose account is deleted, out of what others were told. What they were told goes with the account. */
export async function eraseActor(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('notificationEvents').set({ actorId: null }).where('actorId', '=', userId).execute()
}
