import { deletedAccountId, siteAccountId } from '#server/platform/actor.ts'

/** The receivers of a notification for an author: none if the author is one of the site's own accounts. */
export function receiversOf(authorId: string): string[] {
  return authorId === siteAccountId || authorId === deletedAccountId ? [] : [authorId]
}
