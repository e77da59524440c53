import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { isVisibleTo } from '#features/comments/server/comment-visibility.ts'
import { hideComment } from '#features/comments/server/remove-comment.ts'
import { readTrustFacts } from '#features/comments/server/trust-queries.ts'
import { isTrusted, trust } from '#features/comments/trust-rules.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import { lockReportedContent } from './lock-reported-content.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

/**
 * Reports a comment that the member may see. A repeated report changes nothing while the first one is open, or after its
 * decision until the comment is edited. May also hide the comment if its author has no trust (`hideIfReportedOften`).
 * Throws AppError authentication_required, not_found, forbidden (the member's own comment).
 */
export function reportComment(
  context: ModerationContext,
  member: Member,
  commentId: string,
  { reason, details }: Pick<NewReport, 'reason' | 'details'>,
): Promise<Reported> {
  const now = context.now()
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    await lockReportedContent(tx, { promptId: null, comparisonId: null, commentId })
    const { rows } = await sql<{ userId: string }>`
      select c.user_id from comments c
      where c.id = ${commentId} and c.state = 'shown' and ${isVisibleTo(member, context.hooks)}`.execute(tx)
    if (!rows[0]) throw notFound('This comment')
    const { userId } = rows[0]
    if (userId === member.id) throw new AppError('forbidden', 'This comment is your own. You can delete it.')
    const state = await findOwnReport(tx, member.id, commentId)
    if (!state) {
      await sql`
        insert into report_cases (id, comment_id, state, opened_at) values (${newId()}, ${commentId}, 'open', ${now})
        on conflict (comment_id) where state = 'open' and comment_id is not null do nothing`.execute(tx)
      await sql`
        insert into reports (user_id, case_id, reason, details, created_at)
        select ${member.id}, rc.id, ${reason}, ${details || null}, ${now} from report_cases rc
        where rc.comment_id = ${commentId} and rc.state = 'open'`.execute(tx)
      if (!isTrusted(await readTrustFacts(tx, userId, now), now)) await hideIfReportedOften(tx, member, commentId)
    }
    return { ...noReportedIds, commentId, state: state ?? 'open' }
  })
}

/**
 * Hides a comment when it gets its third report that counts. A report counts if it is by a moderator, an admin or an
 * account that was at least a day old, and after a dismissal only if the comment was edited in between. Further reports
 * don't hide the comment again, because a moderator may have shown it since.
 */
async function hideIfReportedOften(tx: Tx, reporter: Member, commentId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select r.user_id from reports r join report_cases rc on rc.id = r.case_id join users u on u.id = r.user_id
    join comments c on c.id = rc.comment_id
    where c.id = ${commentId} and rc.state = 'open'
      and (u.role <> 'user' or u.created_at <= r.created_at - make_interval(hours => ${trust.newHours}))
      and not exists (
        select from report_cases decided where decided.comment_id = c.id and decided.state = 'dismissed'
          and (c.edited_at is null or c.edited_at <= decided.decided_at or r.created_at < c.edited_at))
    limit ${trust.reportsToHide + 1}`.execute(tx)
  if (rows.length === trust.reportsToHide && rows.some(({ userId }) => userId === reporter.id))
    await hideComment(tx, commentId)
}

/**
 * Returns the state of the member's report if the report is open, or was decided on a shown comment that hasn't been
 * edited since. Otherwise returns null.
 */
async function findOwnReport(tx: Tx, userId: string, commentId: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select rc.state = 'open' as "isOpen"
    from reports r join report_cases rc on rc.id = r.case_id join comments c on c.id = rc.comment_id
    where r.user_id = ${userId} and rc.comment_id = ${commentId}
      and (rc.state = 'open' or rc.decided_shown and coalesce(c.edited_at <= rc.decided_at, true))
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}
