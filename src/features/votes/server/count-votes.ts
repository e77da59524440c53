import { sql } from 'kysely'
import type { CountDay } from '#features/prompt-statistics/server/close-days.ts'

/** Counts a day's votes by prompt, without held votes, for up to `limit` prompts with ids after `after`. */
export const countVotes: CountDay = async (db, { from, until, after, limit }) => {
  const { rows } = await sql<{ promptId: string; upvotes: number; downvotes: number }>`
    select prompt_id, count(*) filter (where value = 1) as upvotes, count(*) filter (where value = -1) as downvotes
    from votes where held_until is null and voted_at >= ${from} and voted_at < ${until} and prompt_id > ${after}
    group by prompt_id order by prompt_id limit ${limit}`.execute(db)
  return rows
}
