import { endTakedown, recordTakedownStep, type Takedown } from '#features/catalogue/server/begin-takedown.ts'
import { removeSomePromptsOf } from '#features/catalogue/server/remove-prompts.ts'
import { removeSomeRequestsOf } from '#features/change-requests/server/moderate-change-request.ts'
import { removeCollectionsOf } from '#features/collections/server/moderate-collection.ts'
import { removeSomeCommentsOf } from '#features/comments/server/remove-comment.ts'
import { undoSomeComparisonsOf } from '#features/comparison/server/undo-comparisons.ts'
import { removeSomeExamplesOf } from '#features/examples/server/change-example-status.ts'
import { deleteFavoritesBatch } from '#features/favorites/server/unsave-prompt.ts'
import { deleteSomeVotesOf } from '#features/votes/server/hold-votes.ts'
import { undoSomeEditsOf } from '#features/writing/server/undo-edits.ts'
import { recordAuditEntry } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { bannedReason } from '../rules.ts'
import { deleteOpenReportsOf } from './delete-reports.ts'
import type { ModerationContext } from './moderation-context.ts'

type UndoContext = Pick<ModerationContext, 'now' | 'hooks'>

/**
 * A small step that undoes actions of a banned account in its own transaction. Returns the next step, or null at the
 * end.
 */
export type UndoStep = (context: UndoContext, tx: Tx, userId: string, takedown: Takedown) => Promise<UndoStep | null>

/** How many prompts, and how many edits of other people's prompts, one step undoes. */
const [promptsPerStep, editsPerStep] = [100, 20]

/** Returns the moderator who requested a takedown as the actor of its changes. */
const moderatorOf = ({ requestedBy }: Takedown) => ({ kind: 'user', id: requestedBy, address: null }) as const

/**
 * The first step that undoes what a banned account did. The steps remove prompts, revert edits of other people's prompts
 * that nobody has changed since, delete votes, saves and open reports, unpublish comparisons, and remove examples,
 * comments, undecided suggested edits and collections. Moderators can restore prompts, examples, comments and
 * collections.
 */
export const firstUndoStep: UndoStep = async (_, tx, userId, takedown) => {
  const removal = { userId, reason: bannedReason, limit: promptsPerStep }
  const prompts = await removeSomePromptsOf(tx, moderatorOf(takedown), removal)
  await recordTakedownStep(tx, userId, { prompts, edits: 0 })
  return prompts === promptsPerStep ? firstUndoStep : undoEditsAfter(null)
}

function undoEditsAfter(after: string | null): UndoStep {
  return async (context, tx, userId, takedown) => {
    const writeContext = { now: context.now(), onPublished: context.hooks.onPublished }
    const batch = { userId, after, limit: editsPerStep }
    const { undone, last } = await undoSomeEditsOf(tx, moderatorOf(takedown), batch, writeContext)
    await recordTakedownStep(tx, userId, { prompts: 0, edits: undone })
    return last ? undoEditsAfter(last) : deleteVotes
  }
}

const deleteVotes: UndoStep = async (_, tx, userId) =>
  (await deleteSomeVotesOf(tx, userId)) ? deleteVotes : deleteSaves

const deleteSaves: UndoStep = async (_, tx, userId) =>
  (await deleteFavoritesBatch(tx, userId)) ? deleteSaves : withdrawComparisons

const withdrawComparisons: UndoStep = async (_, tx, userId) =>
  (await undoSomeComparisonsOf(tx, userId)) ? withdrawComparisons : removeExamples

const removeExamples: UndoStep = async ({ now }, tx, userId) =>
  (await removeSomeExamplesOf(tx, userId, bannedReason, now())) ? removeExamples : removeComments

const removeComments: UndoStep = async (_, tx, userId) =>
  (await removeSomeCommentsOf(tx, userId, bannedReason)) ? removeComments : removeRequests

const removeRequests: UndoStep = async (_, tx, userId) =>
  (await removeSomeRequestsOf(tx, userId, bannedReason)) ? removeRequests : finish

const finish: UndoStep = async (_, tx, userId, takedown) => {
  await removeCollectionsOf(tx, userId, bannedReason)
  await deleteOpenReportsOf(tx, userId)
  const { prompts, edits } = takedown
  await recordAuditEntry(tx, moderatorOf(takedown), {
    action: 'account.undo',
    target: { kind: 'user', id: userId },
    details: { prompts, edits },
  })
  await endTakedown(tx, userId)
  return null
}
