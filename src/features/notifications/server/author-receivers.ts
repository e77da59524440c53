import { deletedAccountId, siteAccountId } from '#server/platform/actor.ts'

/** Whom to notify of what concerns an author: nobody, if no person signs in to the account. */
export function receiversOf(authorId: string): string[] {
  return authorId === siteAccountId || authorId === deletedAccountId ? [] : [authorId]
}
