import { removePromptsOf } from '#features/catalogue/server/remove-prompt.ts'
import { undoEditsOf } from '#features/catalogue/server/undo-edits.ts'
import { withdrawComparisonsOf } from '#features/comparison/server/withdraw-comparisons.ts'
import { forgetFavouritesOf } from '#features/favourites/server/unsave-prompt.ts'
import { forgetVotesOf } from '#features/votes/server/hold-votes.ts'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { bannedReason } from '../rules.ts'
import { forgetOpenReportsOf } from './forget-reports.ts'
import { type ModerationStage, writingOf } from './moderation-stage.ts'

/**
 * Undoes everything that a banned account did: prompts are removed with a reason, edits of others' prompts put back where
 * nobody changed them since, votes, saves and open reports forgotten, comparisons shown no more. Each prompt can be
 * restored by itself.
 */
export async function undoActsOf(stage: ModerationStage, tx: Tx, member: Member, userId: string): Promise<void> {
  const writing = writingOf(stage)
  const prompts = await removePromptsOf(tx, member, { userId, reason: bannedReason }, writing)
  const edits = await undoEditsOf(tx, member, userId, writing)
  await forgetVotesOf(tx, userId, stage.now())
  await forgetFavouritesOf(tx, userId)
  await withdrawComparisonsOf(tx, userId)
  await forgetOpenReportsOf(tx, userId)
  await recordAct(tx, member, {
    action: 'account.undo',
    target: { kind: 'user', id: userId },
    details: { prompts, edits },
  })
}
