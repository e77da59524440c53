import { deletedAccountId, siteAccountId } from '#server/platform/actor.ts'

/**
 * Returns the receivers of a notification for an author. There are none if the author is one of the site's own accounts.
 */
export function receiversOf(authorId: string): string[] {
  return authorId === siteAccountId || authorId === deletedAccountId ? [] : [authorId]
}
