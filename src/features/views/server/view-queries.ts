import { sql } from 'kysely'
import { isClosedTo } from '#features/catalogue/server/prompt-visibility.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { Views } from '../contract.ts'

/** How many of the most viewed prompts are listed. */
const listedPromptsMax = 50

/**
 * Returns the views of all prompts on each of the last `days` days (UTC, including today), and the most viewed prompts
 * of these days, except those that groups keep from the admin.
 */
export async function getSiteViews(db: Db, admin: Member, days: number, now: Date): Promise<Views> {
  const today = utcDay(now)
  const since = sql`${today}::date - ${days}::int`
  const [perDay, perPrompt] = await Promise.all([
    sql<{ day: string; views: number }>`
      select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(v.views), 0) as views
      from generate_series(${since} + 1, ${today}::date, interval '1 day') as d (day)
      left join prompt_views_daily v on v.day = d.day::date
      group by d.day order by d.day`.execute(db),
    sql<Views['prompts'][number]>`
      select p.id, p.slug, p.title, coalesce(sum(v.views), 0) as views
      from prompts p join prompt_views_daily v on v.prompt_id = p.id and v.day > ${since}
      where not ${isClosedTo(admin.id)}
      group by p.id order by coalesce(sum(v.views), 0) desc, p.id
      limit ${listedPromptsMax}`.execute(db),
  ])
  return { days: perDay.rows, prompts: perPrompt.rows }
}
