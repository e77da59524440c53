import { sql } from 'kysely'
import type { Drift } from '#features/catalogue/server/stored/recount-queries.ts'
import type { Db } from '#platform/database/db.ts'

/** The maximum number of prompts that `findCommentDrifts` returns. */
const driftsMax = 5

/** Finds prompts whose stored number of comments differs from a recount. Reads the whole table. */
export async function findCommentDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with counted as (
      select t.prompt_id as id, count(*) as comments from comments c join comment_threads t on t.id = c.thread_id
      where c.state = 'shown' and t.prompt_id is not null group by t.prompt_id
    )
    select concat_ws(' ', 'comments of', p.slug) as what, coalesce(s.comments, 0) as stored,
      coalesce(c.comments, 0) as counted
    from prompts p left join counted c using (id) left join comment_tallies s on s.prompt_id = p.id
    where coalesce(s.comments, 0) <> coalesce(c.comments, 0) order by 1 limit ${sql.lit(driftsMax)}`.execute(db)
  return rows
}
