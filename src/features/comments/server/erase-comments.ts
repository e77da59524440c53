import { sql } from 'kysely'
import { deletedAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { storeReportProofs } from './store-report-proofs.ts'

/**
 * Erases the comments of a deleted account. If its prompts stay under the account deleted-user, its shown comments stay
 * too. Of its other comments, those with replies by other people, or with replies that stay, become placeholders, and
 * the rest are deleted. Its reports of use no longer prove a prompt.
 */
export async function eraseComments(
  tx: Tx,
  userId: string,
  { prompts }: { prompts: 'keep' | 'delete' },
): Promise<void> {
  const { rows: reported } = await sql<{ id: string }>`
    select distinct t.prompt_id as id from comments c join comment_threads t on t.id = c.thread_id
    where c.user_id = ${userId} and c.outcome is not null and t.prompt_id is not null order by 1`.execute(tx)
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
  await storeReportProofs(
    tx,
    reported.map(({ id }) => id),
  )
}
