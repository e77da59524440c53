import type { AccountHooks } from '#features/accounts/server/account-hooks.ts'
import { exportApprovalComments, exportApprovals, exportReviews } from '#features/approvals/server/export-approvals.ts'
import { exportInvoices } from '#features/billing/server/invoice-queries.ts'
import { listBlocks } from '#features/blocks/server/block-queries.ts'
import { maySeeContentOf } from '#features/blocks/server/block-visibility.ts'
import { eraseAuthor } from '#features/catalogue/server/erase-author.ts'
import type { OnPublished } from '#features/catalogue/server/insert-prompts.ts'
import { readOwnPrompts, readOwnVersions } from '#features/catalogue/server/own-data-queries.ts'
import { exportChangeRequests } from '#features/change-requests/server/export-change-requests.ts'
import { listClaimsOf } from '#features/claims/server/claim-queries.ts'
import { endClaimsOf } from '#features/claims/server/release-claim.ts'
import type { OnItemAdded } from '#features/collections/server/add-item.ts'
import { deleteCollectionsOf } from '#features/collections/server/delete-collection.ts'
import { exportCollections } from '#features/collections/server/export-collections.ts'
import type { CommentHooks } from '#features/comments/server/comment-context.ts'
import { eraseComments } from '#features/comments/server/erase-comments.ts'
import { exportCommentsOf } from '#features/comments/server/export-comments.ts'
import { eraseComparisons } from '#features/comparison/server/delete-comparisons.ts'
import { exportComparisons } from '#features/comparison/server/export-comparisons.ts'
import { storeComparisonResults } from '#features/comparison/server/store-comparison-results.ts'
import { listConnections } from '#features/connections/server/connection-queries.ts'
import { askForPasswordLink } from '#features/contact/server/ask-for-password-link.ts'
import { deleteMessagesOf } from '#features/contact/server/delete-messages.ts'
import { exportMessagesOf } from '#features/contact/server/message-queries.ts'
import { readProfile } from '#features/contributors/server/profile-queries.ts'
import { removeFromPeriods } from '#features/contributors/server/remove-from-periods.ts'
import { eraseCredits } from '#features/credits/server/erase-credits.ts'
import { exportHistory } from '#features/credits/server/history-queries.ts'
import { deleteExamplesOf } from '#features/examples/server/delete-examples.ts'
import { exportExamples } from '#features/examples/server/example-queries.ts'
import { exportFavorites } from '#features/favorites/server/favorite-queries.ts'
import { deleteFavoritesOf } from '#features/favorites/server/unsave-prompt.ts'
import { exportFollows } from '#features/following/server/follow-queries.ts'
import { deleteGenerations, exportGenerations } from '#features/generator/server/generation-queries.ts'
import { exportGroups, isInAnyGroup } from '#features/groups/server/group-queries.ts'
import { redeemInvitation } from '#features/invitations/server/redeem-invitation.ts'
import { readOwnLabelMoves } from '#features/labels/server/label-queries.ts'
import { deleteReportsOf, exportReportsOf } from '#features/moderation/server/delete-reports.ts'
import { eraseActor } from '#features/notifications/server/erase-actor.ts'
import { exportNotifications } from '#features/notifications/server/notification-queries.ts'
import { recordItem } from '#features/notifications/server/record-item.ts'
import { recordPublished } from '#features/notifications/server/record-published.ts'
import { recordReply } from '#features/notifications/server/record-reply.ts'
import { exportSettings } from '#features/notifications/server/setting-queries.ts'
import { listApps } from '#features/oauth/server/grant-queries.ts'
import { listPasskeys } from '#features/passkeys/server/passkey-queries.ts'
import { deleteStatisticsOf } from '#features/prompt-statistics/server/delete-days.ts'
import { exportStatistics } from '#features/prompt-statistics/server/statistics-queries.ts'
import { eraseTests } from '#features/prompt-tests/server/erase-tests.ts'
import { exportTestCases, exportTestRuns } from '#features/prompt-tests/server/export-tests.ts'
import { recomputeResults } from '#features/prompt-tests/server/recompute-results.ts'
import { learnWords } from '#features/search/server/learn-words.ts'
import { exportFactor } from '#features/second-factor/server/factor-queries.ts'
import { requireCode } from '#features/second-factor/server/require-code.ts'
import { storeWorkedExamples } from '#features/showcase/server/store-worked-examples.ts'
import { readSkillAddress } from '#features/skills/server/skill-address.ts'
import { listTokens } from '#features/tokens/server/token-queries.ts'
import type { OnToolsAdded } from '#features/tools/server/insert-tools.ts'
import { deleteVotesOf } from '#features/votes/server/hold-votes.ts'
import { exportVotes } from '#features/votes/server/vote-queries.ts'
import { recordLabelEvents, recordPublishedEvents } from '#features/webhooks/server/record-webhook-events.ts'
import { exportWebhooks } from '#features/webhooks/server/webhook-queries.ts'
import { exportValueSets } from '#features/worksheet/server/value-set-queries.ts'
import type { OnLabelMoved } from '#features/writing/server/move-label.ts'
import { deletedAccountId } from '#platform/actor.ts'
import { eraseResponses } from '#platform/work/once-claims.ts'
import { credentialsOf } from './credentials.ts'

/**
 * The hooks of lower features, filled with functions of higher features. Their types say when each hook runs. The server
 * and the command line use them.
 */
export const hooks: AccountHooks &
  CommentHooks & {
    onPublished: OnPublished
    onLabelMoved: OnLabelMoved
    onToolsAdded: OnToolsAdded
    onItemAdded: OnItemAdded
  } = {
  onPublished: async (tx, prompts) => {
    // What only groups read is told to nobody but the groups' webhooks.
    const published = prompts.filter(({ status }) => status === 'published')
    await learnWords(tx, published)
    await recordPublished(tx, published)
    const ids = published.map(({ id }) => id)
    await recomputeResults(tx, ids)
    await storeComparisonResults(tx, ids)
    await storeWorkedExamples(tx, ids)
    await recordPublishedEvents(tx, prompts)
  },
  onLabelMoved: recordLabelEvents,
  onToolsAdded: learnWords,
  onRegistered: [],
  // Votes come first, because they must be deleted before the prompts that they refer to.
  onAccountDeleted: [
    deleteVotesOf,
    deleteFavoritesOf,
    deleteExamplesOf,
    endClaimsOf,
    deleteCollectionsOf,
    eraseComments,
    eraseComparisons,
    eraseTests,
    (tx, userId) => deleteGenerations(tx, userId),
    eraseCredits,
    eraseResponses,
    deleteMessagesOf,
    deleteReportsOf,
    deleteStatisticsOf,
    (tx, userId, options) => eraseAuthor(tx, userId, { ...options, newOwnerId: deletedAccountId }),
    removeFromPeriods,
    eraseActor,
  ],
  onCommentShown: [recordReply],
  maySeeContentOf,
  onItemAdded: recordItem,
  onResetWithoutEmail: askForPasswordLink,
  // feature-contexts.ts replaces these with credentials that know the names of the providers.
  credentials: credentialsOf({ keys: {} }),
  exportParts: {
    secondFactor: exportFactor,
    passkeys: listPasskeys,
    connections: listConnections,
    groups: exportGroups,
    tokens: (db, userId) => listTokens(db, userId, new Date()),
    connectedApps: (db, userId) => listApps(db, userId, new Date()),
    profile: readProfile,
    claims: listClaimsOf,
    prompts: readOwnPrompts,
    promptVersions: readOwnVersions,
    labelMoves: readOwnLabelMoves,
    promptStatistics: exportStatistics,
    votes: exportVotes,
    favorites: exportFavorites,
    valueSets: exportValueSets,
    follows: exportFollows,
    blocks: listBlocks,
    notifications: exportNotifications,
    notificationSettings: exportSettings,
    skillAddress: readSkillAddress,
    webhooks: exportWebhooks,
    examples: exportExamples,
    credits: exportHistory,
    invoices: exportInvoices,
    collections: exportCollections,
    comparisons: exportComparisons,
    comments: exportCommentsOf,
    changeRequests: exportChangeRequests,
    approvals: exportApprovals,
    approvalComments: exportApprovalComments,
    promptReviews: exportReviews,
    testCases: exportTestCases,
    testRuns: exportTestRuns,
    generations: exportGenerations,
    contactMessages: exportMessagesOf,
    reports: exportReportsOf,
  },
  requireSecondFactor: requireCode,
  redeemInvitation,
  // feature-contexts.ts replaces this with a function of the credits feature. The command line doesn't show credits.
  creditsOf: async () => 0,
  isInAnyGroup,
}
