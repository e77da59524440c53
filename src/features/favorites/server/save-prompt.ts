import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockLivePromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { countSavers } from './count-savers.ts'

/**
 * Saves a prompt (id or slug) that is live for a member and returns its id. A prompt that was saved before keeps its place
 * in the list. Throws AppError authentication_required, not_found.
 */
export function savePrompt(db: Db, actor: Actor, idOrSlug: string, now: Date): Promise<string> {
  const member = requireMember(actor)
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const { id } = await lockLivePromptOrThrow(tx, member, idOrSlug)
    await sql`
      insert into favourites (user_id, prompt_id, saved_at) values (${member.id}, ${id}, ${now}) on conflict do nothing`.execute(
      tx,
    )
    await countSavers(tx, [id])
    return id
  })
}
