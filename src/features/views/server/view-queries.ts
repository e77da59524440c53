import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Views } from '../contract.ts'

/** The most prompts in a list of the most viewed ones. */
const listedPromptsMax = 50

type ViewsRequest = { days: number; promptIds?: string[] }

/**
 * The views of the last `days` days (UTC, including today) of an author's prompts, or of all prompts (null).
 * `promptIds` limits them to these prompts, including prompts without views.
 */
export async function getViews(
  db: Db,
  authorId: string | null,
  { days, promptIds }: ViewsRequest,
  now: Date,
): Promise<Views> {
  const today = now.toISOString().slice(0, 10)
  const since = sql`${today}::date - ${days}::int`
  const author = authorId ? sql`p.user_id = ${authorId}` : sql`true`
  const condition = promptIds ? sql`${author} and p.id = any(${promptIds}::uuid[])` : author
  const [perDay, perPrompt] = await Promise.all([
    sql<{ day: string; views: number }>`
      select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(v.views), 0) as views
      from generate_series(${since} + 1, ${today}::date, interval '1 day') as d (day)
      left join (prompt_views_daily v join prompts p on p.id = v.prompt_id and ${condition}) on v.day = d.day::date
      group by d.day order by d.day`.execute(db),
    sql<Views['prompts'][number]>`
      select p.id, p.slug, p.title, coalesce(sum(v.views), 0) as views
      from prompts p ${promptIds ? sql`left join` : sql`join`} prompt_views_daily v
        on v.prompt_id = p.id and v.day > ${since}
      where ${condition}
      group by p.id order by coalesce(sum(v.views), 0) desc, p.id
      limit ${promptIds?.length ?? listedPromptsMax}`.execute(db),
  ])
  return { days: perDay.rows, prompts: perPrompt.rows }
}
