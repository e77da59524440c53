import type { Tx } from '#server/platform/db.ts'
import type { AccountHooks, PromptsFate } from './account-hooks.ts'

/**
 * Erases a person and all that names them, in the caller's transaction. A feature that forgot its part makes it fail:
 * nothing may point at a person who is gone.
 */
export async function eraseAccount(
  tx: Tx,
  { onAccountDeleted }: Pick<AccountHooks, 'onAccountDeleted'>,
  userId: string,
  fate: PromptsFate,
): Promise<void> {
  // Whatever names the person waits from here on, and what is there already is seen: nothing is left uncounted.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  for (const hook of onAccountDeleted) await hook(tx, userId, fate)
  // Sessions, password and links go with it.
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
