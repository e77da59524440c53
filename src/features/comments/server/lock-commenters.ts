import { sql } from 'kysely'
import { preventDeletion } from '#features/accounts/server/lock-user.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Prevents the deletion of two accounts until the transaction ends: that of a comment's author, and that of the author
 * of the comment it replies to. Like every lock on accounts, this must be taken before threads and comments are locked.
 */
export async function lockCommenters(tx: Tx, id: string): Promise<void> {
  await preventDeletion(
    tx,
    sql`select unnest(array[c.user_id, parent.user_id]) from comments c
      left join comments parent on parent.id = c.parent_id where c.id = ${id}`,
  )
}
