import { sql } from 'kysely'
import { deletedAccountId } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { isCounted } from '../prompt-visibility.ts'

/** A stored number that differs from a recount. */
export type Drift = { what: string; stored: number; counted: number }

/** The maximum number of differences that each of the queries below returns. */
const reportedMax = 5

/**
 * Recounts everything whose count the catalogue stores: published prompts in each scope and by their filters, their
 * positions in lists by tag, group and author, and their authors' totals. Returns the differences. Reads all prompts, which
 * takes seconds for a million.
 */
export async function findDrifts(db: Db): Promise<Drift[]> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const results = await Promise.all(
      [promptCounts, filterCounts, tagLists, groupLists, authorLists, authorTotals].map((query) => query.execute(tx)),
    )
    return results.flatMap(({ rows }) => rows)
  })
}

// The views authored_prompts, tagged_prompts, grouped_prompts and filtered_prompts compute from the prompts what the tables should
// contain. The view current_filter_counts has the stored counts and the changes that aren't yet added to them.

const promptCounts = sql<Drift>`
  with counted as (
    select 'all' as scope, '' as key, count(*) as prompts from prompts p where ${isCounted}
    union all select 'featured', '', count(*) from prompts p where ${isCounted} and p.featured
    union all select 'category', p.category_id::text, count(*) from prompts p where ${isCounted} group by p.category_id
    union all select 'author', p.user_id::text, count(*) from prompts p where ${isCounted} group by p.user_id
    union all select 'authors', '', count(distinct author_id) from authored_prompts
    union all select 'tag', tag, count(*) from tagged_prompts group by tag
  )
  select concat_ws(' ', 'prompts of', scope, nullif(key, '')) as what,
    coalesce(k.prompts, 0) as stored, coalesce(counted.prompts, 0) as counted
  from prompt_counts k full join counted using (scope, key)
  where coalesce(k.prompts, 0) <> coalesce(counted.prompts, 0)
  order by 1 limit ${sql.lit(reportedMax)}`

const filterCounts = sql<Drift>`
  with stored as (
    select category_id, filters, sum(prompts) as prompts from current_filter_counts group by 1, 2 having sum(prompts) <> 0
  )
  select concat_ws(' ', 'prompts of category', category_id, 'with', array_to_string(filters, ' ')) as what,
    coalesce(stored.prompts, 0)::float8 as stored, coalesce(counted.prompts, 0)::float8 as counted
  from stored full join filtered_prompts counted using (category_id, filters)
  where coalesce(stored.prompts, 0) <> coalesce(counted.prompts, 0)
  order by 1 limit ${sql.lit(reportedMax)}`

/** A row with a wrong value counts twice: once as stored and once as counted. */
const tagLists = sql<Drift>`
  select concat_ws(' ', 'wrong places in the list of tag', tag) as what,
    count(k.place) as stored, count(counted.place) as counted
  from (select t.*, coalesce(proved_at, '-infinity') as proved, 1 as place from prompt_tags t) k
  full join (select t.*, coalesce(proved_at, '-infinity') as proved, 1 as place from tagged_prompts t) counted
    using (tag, category_id, published_at, prompt_id, copies, rating, trending, proved)
  where k.place is null or counted.place is null
  group by tag order by 1 limit ${sql.lit(reportedMax)}`

const groupLists = sql<Drift>`
  select concat_ws(' ', 'wrong places in the list of group', group_id) as what,
    count(k.place) as stored, count(counted.place) as counted
  from (select t.*, coalesce(proved_at, '-infinity') as proved, 1 as place from group_prompts t) k
  full join (select t.*, coalesce(proved_at, '-infinity') as proved, 1 as place from grouped_prompts t) counted
    using (group_id, published_at, prompt_id, copies, rating, trending, proved, shared, updated_at, user_id, category_id, tags, filters)
  where k.place is null or counted.place is null
  group by group_id order by 1 limit ${sql.lit(reportedMax)}`

const authorLists = sql<Drift>`
  select concat_ws(' ', 'wrong places in the list of author', author_id) as what,
    count(k.place) as stored, count(counted.place) as counted
  from (select a.*, 1 as place from prompt_authors a) k
  full join (select a.*, 1 as place from authored_prompts a) counted using (author_id, rating, prompt_id)
  where k.place is null or counted.place is null
  group by author_id order by 1 limit ${sql.lit(reportedMax)}`

const authorTotals = sql<Drift>`
  with counted as (
    select a.author_id as user_id, count(*) as prompts, sum(p.copies) as copies, sum(p.votes_up - p.votes_down) as votes,
      count(*) filter (where p.copies > 0) as used
    from authored_prompts a join prompts p on p.id = a.prompt_id group by a.author_id
  ), accepted as (
    select user_id, count(*) as edits from prompt_version_credits where user_id <> ${sql.lit(deletedAccountId)} group by user_id
  ), compared as (
    select user_id, number.*
    from author_totals a full join counted using (user_id) full join accepted using (user_id), lateral (values
      ('prompts', a.prompts::bigint, counted.prompts),
      ('copies', a.copies, counted.copies::bigint),
      ('votes', a.votes, counted.votes::bigint),
      ('used prompts', a.used, counted.used),
      ('accepted edits', a.edits, accepted.edits)) as number(name, stored, counted)
  )
  select concat_ws(' ', name, 'of author', user_id) as what, coalesce(stored, 0) as stored, coalesce(counted, 0) as counted
  from compared where coalesce(stored, 0) <> coalesce(counted, 0)
  order by 1 limit ${sql.lit(reportedMax)}`
