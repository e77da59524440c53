import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { noReportedIds } from './reports.table.ts'

type ReportText = Pick<NewReport, 'reason' | 'details'>

/**
 * Reports a published prompt (id or slug). A repeated report changes nothing while the first one is open, or after a
 * decision on the public text, until that changes. Locks the prompt first, so that concurrent reports open one case.
 * Throws AppError authentication_required, not_found, forbidden (the member's own prompt).
 */
export function reportPrompt(
  context: ModerationContext,
  member: Member,
  idOrSlug: string,
  report: ReportText,
): Promise<Reported> {
  return inTransaction(context.db, async (tx) => {
    await lockWriter(tx, member)
    const prompt = await lockPublishedPromptOrThrow(tx, idOrSlug)
    if (prompt.userId === member.id)
      throw new AppError('forbidden', 'This prompt is your own. You can change or delete it yourself.')
    const state = await findOwnReport(tx, member.id, prompt.id)
    if (!state) await insertReport(tx, member.id, prompt.id, report, context.now())
    return { ...noReportedIds, promptId: prompt.id, state: state ?? 'open' }
  })
}

/**
 * Returns the state of the member's report if the report is open, or was decided on a public text that hasn't changed
 * since. Otherwise returns null.
 */
async function findOwnReport(tx: Tx, userId: string, promptId: string): Promise<Reported['state'] | null> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select c.state = 'open' as "isOpen"
    from reports r join report_cases c on c.id = r.case_id join prompts p on p.id = c.prompt_id
    where r.user_id = ${userId} and c.prompt_id = ${promptId} and c.comparison_id is null
      and (c.state = 'open' or c.decided_shown and c.decided_version = p.version)
    order by 1 desc limit 1`.execute(tx)
  return rows[0] ? (rows[0].isOpen ? 'open' : 'decided') : null
}

async function insertReport(tx: Tx, userId: string, promptId: string, { reason, details }: ReportText, now: Date) {
  await sql`
    insert into report_cases (id, prompt_id, state, opened_at) values (${newId()}, ${promptId}, 'open', ${now})
    on conflict (prompt_id) where state = 'open' and comparison_id is null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, id, ${reason}, ${details || null}, ${now} from report_cases
    where prompt_id = ${promptId} and state = 'open' and comparison_id is null`.execute(tx)
}
