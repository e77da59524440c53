import { sql } from 'kysely'
import { deletedAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'

/**
 * Erases the comments of a deleted account. If its prompts stay under the account deleted-user, its shown comments stay
 * too. Of its other comments, those with replies by other people, or with replies that stay, become placeholders, and
 * the rest are deleted.
 */
export async function eraseComments(
  tx: Tx,
  userId: string,
  { prompts }: { prompts: 'keep' | 'delete' },
): Promise<void> {
  const [stays, replyStays] =
    prompts === 'keep' ? [sql`c.state = 'shown'`, sql`a.state = 'shown'`] : [sql`false`, sql`false`]
  await sql`
    delete from comments c where c.user_id = ${userId} and not ${stays}
      and not exists (select from comments a where a.parent_id = c.id and (a.user_id <> ${userId} or ${replyStays}))`.execute(
    tx,
  )
  await sql`
    update comments c set content = '', fingerprint = '', outcome = null, model = null, model_key = null, version = null,
      removed_reason = null, state = 'deleted', deleted_at = coalesce(c.deleted_at, now())
    where c.user_id = ${userId} and not ${stays}`.execute(tx)
  await sql`update comments set user_id = ${deletedAccountId} where user_id = ${userId}`.execute(tx)
}
