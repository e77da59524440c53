import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#server/platform/actor.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { reportChangeRequest } from './report-change-request.ts'
import { reportCollection } from './report-collection.ts'
import { reportComment } from './report-comment.ts'
import { reportComparison } from './report-comparison.ts'
import { reportExample } from './report-example.ts'
import { noReportedIds } from './reports.table.ts'

const reportsPerMember = { name: 'report', points: 30, seconds: 3600 }

/**
 * Reports a published prompt, a comparison, a collection, an example, a comment or a suggested edit. A repeated report
 * changes nothing while the first is open. After a decision on the same text nothing is reported, and `state` says so.
 * The prompt is locked first, so that two reports open one case. AppError authentication_required, validation_failed,
 * not_found, forbidden (the member's own), rate_limited.
 */
export async function reportPrompt(context: ModerationContext, actor: Actor, report: NewReport): Promise<Reported> {
  const member = requireMember(actor)
  await context.limits.take(reportsPerMember, member.id)
  if (report.commentId !== undefined) return reportComment(context, member, report.commentId, report)
  if (report.changeRequestId !== undefined) return reportChangeRequest(context, member, report.changeRequestId, report)
  if (report.comparisonId !== undefined) return reportComparison(context, member, report.comparisonId, report)
  if (report.collectionId !== undefined) return reportCollection(context, member, report.collectionId, report)
  if (report.exampleId !== undefined) return reportExample(context, member, report.exampleId, report)
  const { promptId } = report
  if (promptId === undefined) throw invalidField('promptId', 'Specify which prompt to report.')
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPublishedPromptOrThrow(tx, promptId)
    if (prompt.userId === member.id)
      throw new AppError('forbidden', 'This prompt is your own. You can change or delete it yourself.')
    const state = await findOwnReport(tx, member.id, prompt.id)
    if (!state) await insertReport(tx, member.id, prompt.id, report, context.now())
    return { ...noReportedIds, promptId: prompt.id, state: state ?? 'open' }
  })
}

/** The state of the member's report if it is open, or was decided on a public and unchanged text; otherwise null. */
async function findOwnReport(tx: Tx, userId: string, promptId: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select c.state = 'open' as "isOpen"
    from reports r join report_cases c on c.id = r.case_id join prompts p on p.id = c.prompt_id
    where r.user_id = ${userId} and c.prompt_id = ${promptId} and c.comparison_id is null
      and (c.state = 'open' or c.decided_shown and c.decided_version = p.version)
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}

async function insertReport(tx: Tx, userId: string, promptId: string, { reason, details }: NewReport, now: Date) {
  await sql`
    insert into report_cases (id, prompt_id, state, opened_at) values (${newId()}, ${promptId}, 'open', ${now})
    on conflict (prompt_id) where state = 'open' and comparison_id is null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, id, ${reason}, ${details || null}, ${now} from report_cases
    where prompt_id = ${promptId} and state = 'open' and comparison_id is null`.execute(tx)
}
