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
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { bannedReason } from '../rules.ts'
import { deleteOpenReportsOf } from './delete-reports.ts'
import type { ModerationContext } from './moderation-context.ts'

type UndoContext = Pick<ModerationContext, 'now' | 'hooks'>

/**
 * A small step that undoes actions of a banned account in its own transaction. Returns the next step, or null at the
 * end.
 */
export type TakedownStep = (
  context: UndoContext,
  tx: Tx,
  userId: string,
  takedown: Takedown,
) => Promise<TakedownStep | null>

/** How many prompts one step removes, and how many of other people's prompts one step checks for edits to revert. */
const [promptsPerStep, editsPerStep] = [100, 20]

/** Returns the account that requested a takedown, as the actor of its changes. */
const requesterOf = ({ requestedBy }: Takedown) => ({ kind: 'user', id: requestedBy, address: null }) as const

/**
 * The first of the steps that undo what a banned account did. They remove prompts, examples, comments and collections,
 * which moderators can restore, and undecided suggested edits. They revert edits of other people's prompts that nobody
 * else has edited since, unpublish comparisons, and delete votes, saves and undecided reports.
 */
export const firstTakedownStep: TakedownStep = async (_, tx, userId, takedown) => {
  const removal = { userId, reason: bannedReason, limit: promptsPerStep }
  const prompts = await removeSomePromptsOf(tx, requesterOf(takedown), removal)
  await recordTakedownStep(tx, userId, { prompts, edits: 0 })
  return prompts === promptsPerStep ? firstTakedownStep : undoEditsStep(null)
}

/** Returns the step that reverts edits of prompts whose id is above `after`, or of all prompts if `after` is null. */
function undoEditsStep(after: string | null): TakedownStep {
  return async (context, tx, userId, takedown) => {
    const writeContext = { now: context.now(), onPublished: context.hooks.onPublished }
    const batch = { userId, after, limit: editsPerStep }
    const { undone, last } = await undoSomeEditsOf(tx, requesterOf(takedown), batch, writeContext)
    await recordTakedownStep(tx, userId, { prompts: 0, edits: undone })
    return last ? undoEditsStep(last) : deleteVotes
  }
}

const deleteVotes: TakedownStep = async (_, tx, userId) =>
  (await deleteSomeVotesOf(tx, userId)) ? deleteVotes : deleteSaves

const deleteSaves: TakedownStep = async (_, tx, userId) =>
  (await deleteFavoritesBatch(tx, userId)) ? deleteSaves : withdrawComparisons

const withdrawComparisons: TakedownStep = async (_, tx, userId) =>
  (await undoSomeComparisonsOf(tx, userId)) ? withdrawComparisons : removeExamples

const removeExamples: TakedownStep = async ({ now }, tx, userId) =>
  (await removeSomeExamplesOf(tx, userId, bannedReason, now())) ? removeExamples : removeComments

const removeComments: TakedownStep = async (_, tx, userId) =>
  (await removeSomeCommentsOf(tx, userId, bannedReason)) ? removeComments : removeRequests

const removeRequests: TakedownStep = async (_, tx, userId) =>
  (await removeSomeRequestsOf(tx, userId, bannedReason)) ? removeRequests : finish

const finish: TakedownStep = async (_, tx, userId, takedown) => {
  await removeCollectionsOf(tx, userId, bannedReason)
  await deleteOpenReportsOf(tx, userId)
  const { prompts, edits } = takedown
  await recordAuditEntry(tx, requesterOf(takedown), {
    action: 'account.undo',
    target: { kind: 'user', id: userId },
    details: { prompts, edits },
  })
  await endTakedown(tx, userId)
  return null
}
