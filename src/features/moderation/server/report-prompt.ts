import { sql } from 'kysely'
import { lockPublishedPromptOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { type Actor, requireMember } from '#server/platform/actor.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { NewReport } from '../contract.ts'
import type { ModerationStage } from './moderation-stage.ts'
import { reportComparison } from './report-comparison.ts'

const reportsOfMember = { name: 'report', points: 30, seconds: 3600 }

/**
 * Tells the moderators of a published prompt, or of a comparison on its page. Saying it again changes nothing, also after they decided, as long as the
 * prompt is the same. The prompt is held first, so that two reports open one case. Answers the prompt's id. AppError
 * authentication_required, validation_failed, not_found, forbidden (one's own), rate_limited.
 */
export async function reportPrompt(stage: ModerationStage, actor: Actor, said: NewReport): Promise<string> {
  const member = requireMember(actor)
  if (said.commentId !== undefined) throw invalidField('commentId', 'There are no comments on this site yet.')
  await stage.limits.take(reportsOfMember, member.id)
  if (said.comparisonId !== undefined) return reportComparison(stage, member, said.comparisonId, said)
  const { promptId } = said
  if (promptId === undefined) throw invalidField('promptId', 'Say which prompt it is about.')
  return inTransaction(stage.db, async (tx) => {
    const prompt = await lockPublishedPromptOrThrow(tx, promptId)
    if (prompt.userId === member.id)
      throw new AppError('forbidden', 'This prompt is your own. You can change or delete it yourself.')
    if (!(await isToldAlready(tx, member.id, prompt.id))) await tell(tx, member.id, prompt.id, said, stage.now())
    return prompt.id
  })
}

/** Whether this member's word waits, or was decided about the text as it is now. */
async function isToldAlready(tx: Tx, userId: string, promptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from reports r join report_cases c on c.id = r.case_id join prompts p on p.id = c.prompt_id
    where r.user_id = ${userId} and c.prompt_id = ${promptId} and c.comparison_id is null
      and (c.state = 'open' or c.decided_version = p.version)`.execute(tx)
  return rows.length > 0
}

async function tell(tx: Tx, userId: string, promptId: string, { reason, details }: NewReport, now: Date) {
  await sql`
    insert into report_cases (id, prompt_id, state, opened_at) values (${newId()}, ${promptId}, 'open', ${now})
    on conflict (prompt_id) where state = 'open' and comparison_id is null do nothing`.execute(tx)
  await sql`
    insert into reports (user_id, case_id, reason, details, created_at)
    select ${userId}, id, ${reason}, ${details || null}, ${now} from report_cases
    where prompt_id = ${promptId} and state = 'open' and comparison_id is null`.execute(tx)
}
