import { sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { utcDay } from '#lib/utc-day.ts'
import { deletedAccountId } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { periodDays } from '../rules.ts'

/**
 * Recomputes the rankings of the last week and month from the prompts published in the period and daily counts of
 * copies, votes, used prompts and accepted edits. Omits authors without a positive score in the period, authors who have no published prompts, and the
 * account that owns the prompts of deleted accounts. Any number of processes may run it concurrently.
 */
export async function refreshPeriods(db: Db, now: Date): Promise<void> {
  for (const period of ['week', 'month'] as const) await refreshPeriod(db, period, now)
}

async function refreshPeriod(db: Db, period: keyof typeof periodDays, now: Date) {
  const days = periodDays[period]
  const since = new Date(now.getTime() - days * 86_400_000)
  await sql`
    with contributions as (
      select coalesce(n.member_id, d.user_id) as user_id, 0 as prompts, d.copies, d.votes, d.used, d.edits
      from author_days d left join credited_authors n on n.id = d.user_id where d.day > ${utcDay(now)}::date - ${days}::int
      union all select unnest(${authorsOf}), 1, 0, 0, 0, 0 from prompts p
      where ${isPublished} and p.published_at > ${since}
    ), sums as (
      select b.user_id, sum(b.prompts)::int as prompts, sum(b.copies)::int as copies, sum(b.votes)::int as votes,
        sum(b.used)::int as used, sum(b.edits)::int as edits
      from contributions b join author_totals a on a.user_id = b.user_id where a.prompts > 0 and b.user_id <> ${deletedAccountId}
      group by b.user_id having 2 * sum(b.votes) + sum(b.copies) + 3 * sum(b.edits) + sum(b.used) > 0
    ), upserted as (
      insert into contributor_periods as c (period, user_id, prompts, copies, votes, used, edits)
      select ${period}, user_id, prompts, copies, votes, used, edits from sums order by user_id
      on conflict (period, user_id) do update set prompts = excluded.prompts, copies = excluded.copies,
        votes = excluded.votes, used = excluded.used, edits = excluded.edits
        where (c.prompts, c.copies, c.votes, c.used, c.edits)
          <> (excluded.prompts, excluded.copies, excluded.votes, excluded.used, excluded.edits)
    )
    delete from contributor_periods where period = ${period} and user_id not in (select user_id from sums)`.execute(db)
}
