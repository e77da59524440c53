import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import {
  type ComparisonRow,
  getVisibleComparisonOrThrow,
  isOwner,
} from '#features/comparison/server/comparison-queries.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import { lockReportedContent } from './lock-reported-content.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

type ReportText = Pick<NewReport, 'reason' | 'details'>

/**
 * Reports a published or shared comparison that the member may see. A repeated report changes nothing while the first
 * one is open, or after its decision until the comparison gets another answer or name. Throws AppError
 * authentication_required, not_found, forbidden (the member's own comparison).
 */
export function reportComparison(
  context: ModerationContext,
  member: Member,
  id: string,
  report: ReportText,
): Promise<Reported> {
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const { promptId } = await getShownComparisonOrThrow(tx, member, id)
    await lockReportedContent(tx, { promptId, comparisonId: id })
    // The comparison may have changed before it was locked.
    const comparison = await getShownComparisonOrThrow(tx, member, id)
    const state = await findOwnReport(tx, member.id, id)
    if (!state) await insertReport(tx, member.id, comparison, report, context.now())
    return { ...noReportedIds, promptId, comparisonId: id, state: state ?? 'open' }
  })
}

/**
 * Returns a comparison that is published or shared. Throws AppError not_found, forbidden (the member's own comparison).
 */
async function getShownComparisonOrThrow(tx: Tx, member: Member, id: string): Promise<ComparisonRow> {
  const row = await getVisibleComparisonOrThrow(tx, member, id)
  if (row.publishedAt === null && row.sharedAt === null) throw notFound('This comparison')
  if (isOwner(row, member))
    throw new AppError(
      'forbidden',
      'This comparison is your own. You can stop sharing it, take it off the page or delete it.',
    )
  return row
}

/**
 * Returns the state of the member's report if the report is open, or was decided on a visible comparison that has had
 * no new answer or name since. Otherwise returns null.
 */
async function findOwnReport(tx: Tx, userId: string, comparisonId: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select rc.state = 'open' as "isOpen" from reports r join report_cases rc on rc.id = r.case_id
    where r.user_id = ${userId} and rc.comparison_id = ${comparisonId}
      and (rc.state = 'open' or rc.decided_shown and not exists (
      select from comparison_answers a where a.user_id = rc.comparison_owner and a.comparison_id = rc.comparison_id
        and a.answered_at > rc.decided_at) and not exists (
      select from comparisons c where c.id = rc.comparison_id and c.named_at > rc.decided_at))
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}

async function insertReport(
  tx: Tx,
  userId: string,
  comparison: ComparisonRow,
  { reason, details }: ReportText,
  now: Date,
) {
  const { id, userId: ownerId, promptId } = comparison
  await sql`
    insert into report_cases (id, prompt_id, comparison_owner, comparison_id, state, opened_at)
    values (${newId()}, ${promptId}, ${ownerId}, ${id}, 'open', ${now})
    on conflict (comparison_id) where state = 'open' and comparison_id is not null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, rc.id, ${reason}, ${details || null}, ${now} from report_cases rc
    where rc.comparison_id = ${id} and rc.state = 'open'`.execute(tx)
}
