import { sql } from 'kysely'
import { isPublishedAs } from '#features/catalogue/server/prompt-visibility.ts'
import type { CountDay } from './close-days.ts'

/** For each prompt, counts its forks that were published on a day and are still public. */
export const countForks: CountDay = async (db, { from, until, after, limit }) => {
  const { rows } = await sql<{ promptId: string; forks: number }>`
    select f.fork_of as prompt_id, count(*) as forks from prompts f
    where ${isPublishedAs('f')} and f.published_at >= ${from} and f.published_at < ${until} and f.fork_of > ${after}
    group by f.fork_of order by f.fork_of limit ${limit}`.execute(db)
  return rows
}
