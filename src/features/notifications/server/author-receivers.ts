import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Returns the receivers of a notification for an author. There are none if the author is the site account or the account
 * that owns the prompts of deleted accounts.
 */
export function receiversOf(authorId: string): string[] {
  return authorId === siteAccountId || authorId === deletedAccountId ? [] : [authorId]
}

/** How many approvers of a group are notified. */
const approversMax = 50

/** Returns the receivers of a notification for those who decide about a prompt: its author, or its group's approvers. */
export async function decidersOf(tx: Tx, prompt: { userId: string; groupId: string | null }): Promise<string[]> {
  if (prompt.groupId === null) return receiversOf(prompt.userId)
  const approvers = await tx
    .selectFrom('groupMembers')
    .select('userId')
    .where('groupId', '=', prompt.groupId)
    .where('role', '=', 'approver')
    .orderBy('userId')
    .limit(approversMax)
    .execute()
  return approvers.map(({ userId }) => userId)
}
