import { sql } from 'kysely'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { getShownComparisonOrThrow, type ShownComparison } from '#features/comparison/server/withdraw-comparison.ts'
import type { Member } from '#server/platform/actor.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { NewReport } from '../contract.ts'
import type { ModerationStage } from './moderation-stage.ts'

type Said = Pick<NewReport, 'reason' | 'details'>

/**
 * Tells the moderators of a comparison on a prompt's page. Saying it again changes nothing, also after they decided, until
 * its owner adds an answer. Answers the prompt's id. AppError not_found, forbidden (one's own).
 */
export function reportComparison(stage: ModerationStage, member: Member, id: string, said: Said): Promise<string> {
  return inTransaction(stage.db, async (tx) => {
    const comparison = await getShownComparisonOrThrow(tx, id)
    if (comparison.ownerId === member.id)
      throw new AppError(
        'forbidden',
        'This comparison is your own. You can take it off the page or delete it yourself.',
      )
    await lockPublishedPromptOrThrow(tx, comparison.promptId)
    if (!(await isToldAlready(tx, member.id, id))) await tell(tx, member.id, comparison, said, stage.now())
    return comparison.promptId
  })
}

async function isToldAlready(tx: Tx, userId: string, comparisonId: string): Promise<boolean> {
  const { rows } = await sql`
    select from reports r join report_cases k on k.id = r.case_id
    where r.user_id = ${userId} and k.comparison_id = ${comparisonId} and (k.state = 'open' or not exists (
      select from comparison_answers a where a.user_id = k.comparison_owner and a.comparison_id = k.comparison_id
        and a.answered_at > k.decided_at))`.execute(tx)
  return rows.length > 0
}

async function tell(tx: Tx, userId: string, comparison: ShownComparison, { reason, details }: Said, now: Date) {
  const { id, ownerId, promptId } = comparison
  await sql`
    insert into report_cases (id, prompt_id, comparison_owner, comparison_id, state, opened_at)
    values (${newId()}, ${promptId}, ${ownerId}, ${id}, 'open', ${now})
    on conflict (comparison_id) where state = 'open' and comparison_id is not null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, k.id, ${reason}, ${details || null}, ${now} from report_cases k
    where k.comparison_id = ${id} and k.state = 'open'`.execute(tx)
}
