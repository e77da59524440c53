import { sql } from 'kysely'
import { familyOf } from '#features/models/model-family-rules.ts'
import { familyNames } from '#features/models/rules.ts'
import { deletedAccountId } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { UsageSummary } from '../contract.ts'
import { commentLimits, type Outcome } from '../rules.ts'
import type { CommentThread, Subject } from './comment-subject.ts'
import { isAuthorShown, isShown } from './comment-visibility.ts'

/** The reports about one family, on the current text or on earlier ones. `model` is one of the names they give. */
type Row = { model: string; isEarlier: boolean } & Record<Outcome, number>

/** The families that the site names itself, in lower case. */
const knownFamilies = Object.values(familyNames).map((name) => name.toLowerCase())

/**
 * Returns the SQL for the comments of a thread whose reports count: shown ones, and those of members with a confirmed
 * address that wait and were never shown. The latter must name a known family, because nobody has read what they wrote.
 */
const countedReports = (threadId: string) => sql`
  select c.* from comments c where c.thread_id = ${threadId} and c.outcome is not null and ${isShown}
  union all
  select c.* from comments c join users u on u.id = c.user_id
  where c.thread_id = ${threadId} and c.state = 'waiting' and c.outcome is not null and c.shown_at is null
    and u.email_verified and c.model_key = any (${knownFamilies}::text[])
    and ${isAuthorShown}`

/**
 * Counts the reports of use about the current text by family (`model_key`), for at most `summaryMax` families: each
 * person's newest report about each. `earlier` counts those about earlier texts: each person's newest for each
 * family and version. Reports by the subject's authors and by banned or deleted accounts never count.
 */
export async function summarizeUsage(
  db: Db,
  { id, authorIds, version }: Pick<Subject, 'id' | 'authorIds' | 'version'>,
  thread: CommentThread | null,
): Promise<UsageSummary> {
  // The first version needs no query, and most prompts have no other.
  const since = version === null || version === 1 ? version : await firstVersionWithText(db, id)
  if (!thread) return { since, models: [], earlier: 0 }
  const { rows } = await sql<Row>`
    select min(r.model) as model, r.earlier_version is not null as is_earlier,
      count(*) filter (where r.outcome = 'worked') as worked, count(*) filter (where r.outcome = 'partly') as partly,
      count(*) filter (where r.outcome = 'failed') as failed
    from (
      select distinct on (c.user_id, e.earlier_version, c.model_key) c.model_key, c.model, e.earlier_version, c.outcome
      from (${countedReports(thread.id)}) c join users u on u.id = c.user_id
      cross join lateral (select case when c.version < ${since ?? 0}::int then c.version end as earlier_version) e
      where not u.banned and c.user_id <> all (${[...authorIds, deletedAccountId]}::uuid[])
      order by c.user_id, e.earlier_version, c.model_key, c.id desc
    ) r
    group by r.model_key, 2 order by count(*) desc, 1`.execute(db)
  const total = ({ worked, partly, failed }: Row) => worked + partly + failed
  return {
    since,
    models: rows
      .filter(({ isEarlier }) => !isEarlier)
      .slice(0, commentLimits.summaryMax)
      .map(({ model, worked, partly, failed }) => ({ model: familyOf(model), worked, partly, failed })),
    earlier: rows.filter(({ isEarlier }) => isEarlier).reduce((sum, row) => sum + total(row), 0),
  }
}

/** Returns the version with which the prompt got its current text. */
async function firstVersionWithText(db: Db, promptId: string): Promise<number> {
  const { rows } = await sql<{ since: number }>`
    select coalesce(max(v.version) filter (where v.content <> p.content), 0) + 1 as since
    from prompts p left join prompt_versions v on v.prompt_id = p.id where p.id = ${promptId}`.execute(db)
  return rows[0]?.since ?? 1
}
