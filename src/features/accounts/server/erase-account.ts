import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import type { Tx } from '#server/platform/db.ts'
import type { AccountHooks, PromptsChoice } from './account-hooks.ts'

/**
 * Deletes a user in the caller's transaction, after the hooks have deleted or reassigned what features store about
 * them. Fails if a row still refers to the user by a foreign key without `on delete`.
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
  // Sessions, password and the tokens of emailed links are deleted with the user.
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  // Invalidates every page: the key of the profile page alone, `user:NAME`, would store the name in `content_changes`.
  await recordContentChange(tx, [everything])
}
