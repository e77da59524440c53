import { sql } from 'kysely'
import type { CountDay } from '#features/prompt-statistics/server/close-days.ts'

/**
 * Counts how often each prompt was saved on a day. Saves that were undone don't count. Handles up to `limit` prompts
 * with ids after `after`.
 */
export const countSaves: CountDay = async (db, { from, until, after, limit }) => {
  const { rows } = await sql<{ promptId: string; saves: number }>`
    select prompt_id, count(*) as saves from favourites
    where saved_at >= ${from} and saved_at < ${until} and prompt_id > ${after}
    group by prompt_id order by prompt_id limit ${limit}`.execute(db)
  return rows
}
