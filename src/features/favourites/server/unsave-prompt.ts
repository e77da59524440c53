import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#server/platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { countSavers } from './count-savers.ts'

/** Keeps a prompt (id) no more, whether or not it was kept or is still there. AppError authentication_required. */
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

/** A member leaves: what they kept is forgotten and counted afresh. */
export async function forgetFavouritesOf(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select prompt_id as id from favourites where user_id = ${userId}`.execute(
    tx,
  )
  const ids = rows.map((row) => row.id)
  await lockPrompts(tx, ids)
  await sql`delete from favourites where user_id = ${userId}`.execute(tx)
  await countSavers(tx, ids)
}
