import { sql } from 'kysely'
import type { CountDay } from '#features/prompt-statistics/server/close-days.ts'

/**
 * Counts the votes that began to count on a day, by prompt, for up to `limit` prompts with ids after `after`. A vote that
 * was held belongs to the day of its release.
 */
export const countVotes: CountDay = async (db, { from, until, after, limit }) => {
  const { rows } = await sql<{ promptId: string; upvotes: number; downvotes: number }>`
    select prompt_id, count(*) filter (where value = 1) as upvotes, count(*) filter (where value = -1) as downvotes
    from votes where held_until is null and prompt_id > ${after} and (
      (effective_at is null and voted_at >= ${from} and voted_at < ${until})
      or (effective_at >= ${from} and effective_at < ${until}))
    group by prompt_id order by prompt_id limit ${limit}`.execute(db)
  return rows
}
