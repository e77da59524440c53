import { sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { recordProofs } from '#features/catalogue/server/stored/store-card-facts.ts'
import type { FoundProof } from '#features/proofs/server/store-proofs.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { isShown } from './comment-visibility.ts'

/** How many of the latest reports about a prompt are read. */
const readMax = 500
/** How many prompts one transaction updates. */
const batchSize = 50

/**
 * Updates on which models reports of use show these prompts to work: those on which more people say that the current
 * text worked than that it didn't, or if nobody has reported about it, an earlier text. Counts each person's newest
 * report about a model, as the summary under a prompt does (usage-summary-queries.ts). Ignores ids of other subjects.
 */
export async function storeReportProofs(tx: Tx, ids: string[]): Promise<void> {
  const { rows: reported } = await sql<{ id: string }>`
    select t.prompt_id as id from comment_threads t where t.prompt_id = any(${ids}) and (
      exists (select from comments c where c.thread_id = t.id and c.outcome is not null and c.state = 'shown')
      or exists (select from proofs f where f.prompt_id = t.prompt_id and f.source = 'report'))`.execute(tx)
  if (reported.length === 0) return
  const promptIds = reported.map(({ id }) => id)
  await lockPrompts(tx, promptIds)
  const { rows } = await sql<FoundProof>`
    select found.* from comment_threads t cross join lateral (
      with subject as materialized (
        select p.user_id, ${authorsOf} as author_ids, (
          select coalesce(max(v.version) filter (where v.content <> p.content), 0) + 1
          from prompt_versions v where v.prompt_id = p.id) as since
        from prompts p where p.id = t.prompt_id
      ), recent as materialized (
        select c.* from comments c where c.thread_id = t.id and c.outcome is not null and ${isShown}
        order by c.id desc limit ${sql.lit(readMax)}
      ), newest as (
        select distinct on (c.user_id, lower(c.model), current) c.*, coalesce(c.version, 1) >= s.since as current
        from recent c join users u on u.id = c.user_id cross join subject s
        where not u.banned and c.user_id <> ${deletedAccountId} and c.user_id <> s.user_id
          and c.user_id <> all(s.author_ids)
        order by c.user_id, lower(c.model), current, c.id desc
      )
      select distinct on (lower(n.model)) t.prompt_id, min(n.model) as model, n.current,
        count(*) filter (where n.outcome = 'worked') as passed,
        count(*) filter (where n.outcome <> 'partly') as answered,
        max(n.created_at) filter (where n.outcome = 'worked') as made_at
      from newest n group by lower(n.model), n.current
      having count(*) filter (where n.outcome = 'worked') > count(*) filter (where n.outcome = 'failed')
      order by lower(n.model), n.current desc
    ) found where t.prompt_id = any(${promptIds})`.execute(tx)
  await recordProofs(tx, { promptIds, source: 'report' }, rows)
}

/** Updates which prompts a member's reports of use prove, after the member was banned or the ban was lifted. */
export async function updateReportProofsOf(db: Db, userId: string): Promise<void> {
  await handleEach({
    read: async (last: string = lowestId) => {
      const { rows } = await sql<{ id: string }>`
        select distinct t.prompt_id as id from comments c join comment_threads t on t.id = c.thread_id
        where c.user_id = ${userId} and c.outcome is not null and t.prompt_id > ${last} order by 1 limit ${batchSize}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    handle: (ids) => inTransaction(db, (tx) => storeReportProofs(tx, ids)),
    idOf: (id) => id,
  })
}
