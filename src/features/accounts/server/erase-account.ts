import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import type { Tx } from '#server/platform/db.ts'
import type { AccountHooks, PromptsChoice } from './account-hooks.ts'

/**
 * Deletes a user and all rows that refer to them, in the caller's transaction. Fails if a feature leaves such a row.
 */
export async function eraseAccount(
  tx: Tx,
  { onAccountDeleted }: Pick<AccountHooks, 'onAccountDeleted'>,
  userId: string,
  choice: PromptsChoice,
): Promise<void> {
  // From here on, new rows that refer to the user wait for this lock, and the hooks see all earlier ones.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  for (const hook of onAccountDeleted) await hook(tx, userId, choice)
  // Sessions, password and links are deleted with the user.
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  // The cache key of the profile's page contains the name, which no row may keep.
  await recordContentChange(tx, [everything])
}
