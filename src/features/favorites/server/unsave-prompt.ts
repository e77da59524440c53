import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import { countSavers } from './count-savers.ts'

/**
 * Removes a prompt (id) from a member's saved prompts. Does nothing if it wasn't saved or no longer exists. Throws
 * AppError authentication_required.
 */
export async function unsavePrompt(db: Db, actor: Actor, promptId: string): Promise<void> {
  const member = requireMember(actor)
  if (!isId(promptId)) return
  await inTransaction(db, async (tx) => {
    await lockPrompts(tx, [promptId])
    const { rows } = await sql`
      delete from favourites where user_id = ${member.id} and prompt_id = ${promptId} returning 1`.execute(tx)
    if (rows.length > 0) await countSavers(tx, [promptId])
  })
}

/** How many favorites one batch deletes. Each deletion changes the count of a prompt. */
const batchSize = 500

/** Deletes up to `batchSize` favorites of a member and updates the prompts' counts. Returns whether more may exist. */
export async function deleteFavoritesBatch(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select prompt_id as id from favourites where user_id = ${userId} order by 1 limit ${batchSize}`.execute(tx)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return false
  await lockPrompts(tx, ids)
  await sql`delete from favourites where user_id = ${userId} and prompt_id = any(${ids})`.execute(tx)
  await countSavers(tx, ids)
  return ids.length === batchSize
}

/** Deletes all favorites of a member whose account is deleted. */
export async function deleteFavoritesOf(tx: Tx, userId: string): Promise<void> {
  while (await deleteFavoritesBatch(tx, userId));
}
