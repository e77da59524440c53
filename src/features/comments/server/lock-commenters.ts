import { sql } from 'kysely'
import { preventDeletion } from '#features/accounts/server/lock-user.ts'
import type { Tx } from '#server/platform/db.ts'

/**
 * Lets nobody delete the accounts of a comment's author and of whoever it answers until the transaction ends. Comes before the
 * locks of threads and comments, like every lock of people.
 */
export async function lockCommenters(tx: Tx, id: string): Promise<void> {
  await preventDeletion(
    tx,
    sql`select unnest(array[c.user_id, p.user_id]) from comments c left join comments p on p.id = c.parent_id
      where c.id = ${id}`,
  )
}
