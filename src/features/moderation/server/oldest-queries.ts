import { type RawBuilder, sql } from 'kysely'
import { isClosedTo, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { commentSource } from '#features/comments/server/reportable-comment.ts'
import { hasRole, type Member } from '#platform/actor.ts'
import type { Overview } from '../contract.ts'
import { type Queue, queues } from '../rules.ts'
import { hasUnseenAlarms } from './admin-prompt-queries.ts'
import { openExamplesFor } from './example-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { isCaseVisibleTo, joinReported, reportedText } from './reportables.ts'

/** How many items of each queue are listed, and how many characters of their titles. */
const oldestMax = 3
const titleMax = 200

type Oldest = Overview['oldest'][number]

/** Returns the items of each queue that have waited longest for a decision by this moderator, the oldest first. */
export async function listOldest(
  { db, reportables }: Pick<ModerationContext, 'db' | 'reportables'>,
  member: Member,
): Promise<Oldest[]> {
  /** For each queue: the columns `id`, `title` and `since`, the SQL after FROM, and an order that an index has. */
  const sources: Record<Queue, Record<'columns' | 'source' | 'order', RawBuilder<unknown>>> = {
    reports: {
      columns: sql`rc.id::text as id, coalesce(p.title, ${reportedText}, '') as title, rc.opened_at as since`,
      source: sql`report_cases rc left join prompts p on p.id = rc.prompt_id ${joinReported(reportables)}
        where rc.state = 'open' and ${isCaseVisibleTo(reportables, member)}`,
      order: sql`rc.opened_at, rc.id`,
    },
    prompts: {
      columns: sql`p.id::text as id, p.title, p.updated_at as since`,
      source: sql`prompts p where p.status = 'pending' and ${isVisibleTo(member)}`,
      order: sql`p.updated_at, p.id`,
    },
    alarms: {
      columns: sql`p.id::text as id, p.title, p.updated_at as since`,
      source: sql`prompts p where ${hasUnseenAlarms} and ${isVisibleTo(member)}`,
      order: sql`p.updated_at, p.id`,
    },
    examples: {
      columns: sql`e.id::text as id, p.title, e.created_at as since`,
      source: openExamplesFor(member),
      order: sql`e.created_at, e.id`,
    },
    comments: {
      columns: sql`c.id::text as id, c.content as title, c.created_at as since`,
      source: sql`${commentSource} where c.state = 'waiting' and not ${isClosedTo(member.id)}`,
      order: sql`c.id`,
    },
    claims: {
      columns: sql`claim.id::text as id, author.name as title, claim.created_at as since`,
      source: sql`author_claims claim join credited_authors author on author.id = claim.author_id
        where claim.status = 'pending'`,
      order: sql`claim.created_at, claim.id`,
    },
    messages: {
      columns: sql`m.id::text as id, coalesce(nullif(m.subject, ''), nullif(m.message, ''), m.email) as title,
        m.created_at as since`,
      source: sql`contact_messages m where m.done_at is null and ${hasRole(member, 'admin')}`,
      order: sql`m.created_at, m.id`,
    },
  }
  const parts = queues.map((queue) => {
    const { columns, source, order } = sources[queue]
    return sql`(select ${sql.lit(queue)} as queue, ${columns} from ${source} order by ${order} limit ${oldestMax})`
  })
  const { rows } = await sql<Omit<Oldest, 'since'> & { since: Date }>`
    select queue, id, left(title, ${titleMax}) as title, since from (${sql.join(parts, sql` union all `)}) oldest
    order by since, id`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
