import { endTakedown, noteTakenDown, type Takedown } from '#features/catalogue/server/begin-takedown.ts'
import { removeSomePromptsOf } from '#features/catalogue/server/remove-prompts.ts'
import { withdrawSomeComparisonsOf } from '#features/comparison/server/withdraw-comparisons.ts'
import { deleteSomeFavoritesOf } from '#features/favorites/server/unsave-prompt.ts'
import { deleteSomeVotesOf } from '#features/votes/server/hold-votes.ts'
import { undoSomeEditsOf } from '#features/writing/server/undo-edits.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { bannedReason } from '../rules.ts'
import { forgetOpenReportsOf } from './forget-reports.ts'
import type { ModerationContext } from './moderation-context.ts'

type Undoing = Pick<ModerationContext, 'now' | 'hooks'>

/** A small part of undoing what a banned account did, in a transaction of its own. Answers what comes next; null: done. */
export type UndoStep = (context: Undoing, tx: Tx, userId: string, takedown: Takedown) => Promise<UndoStep | null>

/** Prompts, and edits of others' prompts, that one step takes away. */
const [promptsAtOnce, editsAtOnce] = [100, 20]

const byModerator = ({ askedBy }: Takedown) => ({ kind: 'user', id: askedBy, address: null }) as const

/**
 * Undoing everything that a banned account did: prompts are removed with a reason, edits of others' prompts put back where
 * nobody changed them since, votes, saves and open reports forgotten, comparisons shown no more. Each prompt can be
 * restored by itself.
 */
export const startUndoing: UndoStep = async (_, tx, userId, takedown) => {
  const removing = { userId, reason: bannedReason, limit: promptsAtOnce }
  const prompts = await removeSomePromptsOf(tx, byModerator(takedown), removing)
  await noteTakenDown(tx, userId, { prompts, edits: 0 })
  return prompts === promptsAtOnce ? startUndoing : undoEditsAfter(null)
}

function undoEditsAfter(after: string | null): UndoStep {
  return async (context, tx, userId, takedown) => {
    const writing = { now: context.now(), onPublished: context.hooks.onPublished }
    const part = { userId, after, limit: editsAtOnce }
    const { undone, last } = await undoSomeEditsOf(tx, byModerator(takedown), part, writing)
    await noteTakenDown(tx, userId, { prompts: 0, edits: undone })
    return last ? undoEditsAfter(last) : forgetVotes
  }
}

const forgetVotes: UndoStep = async (context, tx, userId) =>
  (await deleteSomeVotesOf(tx, userId, context.now())) ? forgetVotes : forgetSaves

const forgetSaves: UndoStep = async (_, tx, userId) =>
  (await deleteSomeFavoritesOf(tx, userId)) ? forgetSaves : withdrawComparisons

const withdrawComparisons: UndoStep = async (_, tx, userId) =>
  (await withdrawSomeComparisonsOf(tx, userId)) ? withdrawComparisons : finish

const finish: UndoStep = async (_, tx, userId, takedown) => {
  await forgetOpenReportsOf(tx, userId)
  const { prompts, edits } = takedown
  await recordAct(tx, byModerator(takedown), {
    action: 'account.undo',
    target: { kind: 'user', id: userId },
    details: { prompts, edits },
  })
  await endTakedown(tx, userId)
  return null
}
