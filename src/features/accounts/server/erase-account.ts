import { everything, recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import type { AccountHooks, PromptsChoice } from './account-hooks.ts'

/**
 * Deletes a user in the caller's transaction. Before that, the hooks delete what features store about them, or give it
 * to another account. Fails if a row still refers to the user by a foreign key without `on delete`.
 */
export async function eraseAccount(
  tx: Tx,
  { onAccountDeleted }: Pick<AccountHooks, 'onAccountDeleted'>,
  userId: string,
  choice: PromptsChoice,
): Promise<void> {
  // From here on, new rows that refer to the user wait for this lock, and the hooks see all rows that exist already.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  for (const hook of onAccountDeleted) await hook(tx, userId, choice)
  // The database deletes sessions, the password and the tokens of emailed links together with the user.
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  // Invalidates every cached page. Invalidating only the profile page, by its key `user:NAME`, would store the name in
  // `content_changes`.
  await recordContentChange(tx, [everything])
}
