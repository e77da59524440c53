import { sql } from 'kysely'
import { copyWindowHours } from '#features/catalogue/rules.ts'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { getLivePromptIdOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import type { CopyWay } from '#features/prompt-statistics/rules.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { visitorHashes } from './visitor-hashes.ts'

/**
 * Counts a copy of a prompt (id or slug) that is live for the actor, once in 24 hours per member or visitor, and never for the author.
 * Returns the number of copies, with this one if it counts. Throws AppError not_found.
 */
export async function countCopy(
  db: Db,
  actor: Actor,
  { id, way = 'copy' }: { id: string; way?: CopyWay },
  now: Date,
): Promise<number> {
  const promptId = await getLivePromptIdOrThrow(db, actor, id)
  return inTransaction(db, async (tx) => {
    if (!(await isAuthor(tx, actor, promptId)))
      await recordCopy(tx, { promptId, way }, await visitorHashes(tx, actor, now), now)
    const { rows } = await sql<{ copies: number }>`
      select p.copies + (select count(*) from prompt_copies c where c.prompt_id = p.id and not c.folded) as copies
      from prompts p where p.id = ${promptId}`.execute(tx)
    return rows[0]?.copies ?? 0
  })
}

async function isAuthor(tx: Tx, actor: Actor, promptId: string): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const { rows } = await sql`select from prompts p
    where p.id = ${promptId} and (p.user_id = ${actor.id} or ${actor.id} = any(${authorsOf}))`.execute(tx)
  return rows.length > 0
}

/**
 * Adds a copy, unless the visitor was counted in the last 24 hours. Reuses the visitor's older row if it is already
 * part of the totals (`folded`), otherwise adds nothing.
 */
async function recordCopy(
  tx: Tx,
  { promptId, way }: { promptId: string; way: CopyWay },
  [visitor, ...formerHashes]: [Buffer, ...Buffer[]],
  now: Date,
) {
  const windowStart = new Date(now.getTime() - copyWindowHours * 3_600_000)
  await sql`
    insert into prompt_copies (prompt_id, visitor, copied_at, run)
    select ${promptId}::uuid, ${visitor}, ${now}, ${way === 'run'}
    where not exists (
      select from prompt_copies where prompt_id = ${promptId} and visitor = any(${formerHashes}) and copied_at > ${windowStart})
    on conflict (prompt_id, visitor) do update set copied_at = ${now}, folded = false, run = excluded.run
      where prompt_copies.copied_at <= ${windowStart} and prompt_copies.folded`.execute(tx)
}
