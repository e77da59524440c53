import type { Db } from '#platform/database/db.ts'
import type { Block } from '../contract.ts'

/**
 * Lists the people whom a member blocked or muted, newest first. The export of the member's data includes this list.
 */
export async function listBlocks(db: Db, userId: string): Promise<Block[]> {
  const rows = await db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select(['u.displayUsername as username', 'b.kind', 'b.createdAt'])
    .where('b.userId', '=', userId)
    .orderBy('b.createdAt', 'desc')
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
