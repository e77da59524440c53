import { deletedAccountId, siteAccountId } from '#platform/actor.ts'

/**
 * Returns the receivers of a notification for an author. There are none if the author is the site account or the account
 * that owns the prompts of deleted accounts.
 */
export function receiversOf(authorId: string): string[] {
  return authorId === siteAccountId || authorId === deletedAccountId ? [] : [authorId]
}
