import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { exampleSource } from '#features/examples/server/example-queries.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, deletedAccountId, type Member, requireRole, siteAccountId } from '#platform/actor.ts'
import type { AuthorRecord, QueuePage } from '../content-contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { isCaseVisibleTo, joinReported, reportedColumn } from './reportables.ts'

type Context = Pick<ModerationContext, 'db' | 'reportables'>

/** How many of an author's newest things of each kind are read to count those that were removed. */
const newestMax = 200

/** Returns the SQL that tells of an author's (`u`) newest rows of a table which ones a moderator has removed. */
const newestOf = (rows: RawBuilder<unknown>) => sql`(select removed from (${rows} limit ${newestMax}) newest)`

/** The SQL for the rows of everything that a moderator may have removed. Each part uses an index. */
const madeByAuthor = sql.join(
  [
    sql`select status = 'removed' as removed from prompts where user_id = u.id order by updated_at desc, id desc`,
    sql`select state = 'removed' as removed from comments where user_id = u.id order by id desc`,
    sql`select status = 'removed' as removed from examples where user_id = u.id order by created_at desc, id desc`,
    sql`select removed_reason is not null as removed from change_requests where user_id = u.id
      order by revised_at desc, id desc`,
    sql`select removed_reason is not null as removed from collections where user_id = u.id`,
    sql`select withdrawn_reason is not null as removed from comparisons where user_id = u.id`,
  ].map(newestOf),
  sql` union all `,
)

/**
 * Adds to a page of a queue what is known about the authors of its items, with one statement. `usernameOf` returns an
 * item's author. Throws AppError authentication_required, forbidden.
 */
export async function withAuthors<Item>(
  context: Context,
  actor: Actor,
  page: Page<Item>,
  usernameOf: (item: Item) => string,
): Promise<QueuePage<Item>> {
  const member = requireRole(actor, 'moderator')
  const usernames = [...new Set(page.items.map(usernameOf))]
  return { ...page, authors: usernames.length === 0 ? [] : await listAuthors(context, member, usernames) }
}

async function listAuthors({ db, reportables }: Context, member: Member, usernames: string[]): Promise<AuthorRecord[]> {
  const oldestCases = sql`(
    select * from report_cases where state = 'open' order by opened_at, id limit ${countedMax}) rc`
  const reportedExamples = sql`(
    select example_id from example_reports where decided_at is null order by created_at limit ${countedMax})`
  const { rows } = await sql<Omit<AuthorRecord, 'createdAt'> & { createdAt: Date }>`
    with reported as materialized (
      select ${reportedColumn('author_id')} as author_id from ${oldestCases} ${joinReported(reportables)}
      where ${isCaseVisibleTo(reportables, member)}
      union all
      select e.user_id from ${exampleSource} where e.id in ${reportedExamples} and ${isVisibleTo(member)}
    )
    select u.display_username as username, u.created_at, u.banned, coalesce(t.prompts, 0) as prompts,
      (select count(*) from (${madeByAuthor}) made where removed) as removals,
      (select count(*) from reported where author_id = u.id) as open_reports
    from users u left join author_totals t on t.user_id = u.id
    where u.username = any (${usernames}::citext[]) and u.id not in (${siteAccountId}, ${deletedAccountId})`.execute(db)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
