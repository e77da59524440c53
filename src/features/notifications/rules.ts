import { pluralize } from '#lib/numbers.ts'

/** The kinds of events that members are notified of. Members can switch off each kind. */
export const notificationKinds = [
  'prompt-version',
  'prompt-new',
  'collection-item',
  'comment-answer',
  'change-request',
  'change-request-answer',
  'low-results',
  'test-case',
  'test-case-answer',
  'approval',
  'approval-answer',
  'prompt-review',
  'webhook',
  'decision',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The names of the kinds in the settings. */
export const notificationKindNames: Record<NotificationKind, string> = {
  'prompt-version': 'New versions of prompts that you saved, forked or follow',
  'prompt-new': 'New prompts from people, categories and tags that you follow',
  'collection-item': 'Additions to collections that you follow',
  'comment-answer': 'Replies to your comments',
  'change-request': 'Suggested edits to your prompts',
  'change-request-answer': 'Decisions on edits that you suggested',
  'low-results': 'Low test results of your prompts after a model is no longer offered',
  'test-case': 'Proposed test cases for your prompts',
  'test-case-answer': 'Decisions on test cases that you proposed',
  approval: 'What waits for approval in your groups',
  'approval-answer': 'Decisions on what you sent for approval',
  'prompt-review': 'Prompts of your groups that you answer for, also by email when a review is due',
  webhook: 'Your webhooks that are paused because nothing arrives, also by email',
  decision:
    'Moderators’ decisions on your prompts, suggested edits, examples, comparisons, collections, claims and reports',
}

/**
 * What a notification says about a moderator's decision, and what it opens, by the outcome that the event stores. `page`
 * is the page of the prompt or the collection.
 */
export const decisions = {
  'prompt-removed': { text: 'A moderator removed your prompt', opens: 'removed prompts' },
  'prompt-restored': { text: 'A moderator restored your prompt', opens: 'page' },
  'prompt-approved': { text: 'A moderator reviewed and published your prompt', opens: 'page' },
  'comparison-removed': { text: 'A moderator took down your comparison', opens: 'comparison' },
  'comparison-restored': { text: 'A moderator restored your comparison', opens: 'comparison' },
  'collection-removed': { text: 'A moderator removed your collection', opens: 'page' },
  'collection-restored': { text: 'A moderator restored your collection', opens: 'page' },
  'change-request-removed': { text: 'A moderator removed an edit that you suggested', opens: 'suggested edit' },
  'change-request-restored': { text: 'A moderator restored an edit that you suggested', opens: 'suggested edit' },
  'example-approved': { text: 'A moderator reviewed and published your example', opens: 'page' },
  'example-removed': { text: 'A moderator removed your example', opens: 'page' },
  'example-restored': { text: 'A moderator restored your example', opens: 'page' },
  'claim-approve': { text: 'A moderator approved your claim to a credited name', opens: 'settings' },
  'claim-decline': { text: 'A moderator declined your claim to a credited name', opens: 'settings' },
  'claim-revoke': { text: 'A moderator ended your claim to a credited name', opens: 'settings' },
  'report-removed': { text: 'What you reported was removed', opens: 'page' },
  'report-dismissed': { text: 'Your report was reviewed, and nothing was removed', opens: 'page' },
} as const satisfies Record<string, { text: string; opens: DecisionPlace }>
type DecisionPlace = 'page' | 'removed prompts' | 'comparison' | 'suggested edit' | 'settings'
export type DecisionOutcome = keyof typeof decisions

/**
 * What a notification says about a suggested edit, by the outcome that the event stores. Each function gets the name of
 * the person who acted, or null if the text doesn't name them. `mayFork`: the prompt's license allows forks.
 */
export const changeRequestTexts = {
  sent: (proposer: string | null) => `${proposer ?? 'Somebody'} suggested an edit to your prompt`,
  revised: (proposer: string | null) => `${proposer ?? 'Somebody'} revised a suggested edit to your prompt`,
  accepted: (author: string | null) => (author ? `${author} accepted your edit` : 'Your edit was accepted'),
  declined: (author: string | null) => (author ? `${author} declined your edit` : 'Your edit was declined'),
  revising: (author: string | null) =>
    author ? `${author} asked you to change your edit` : 'You were asked to change your edit',
  silent: (_: string | null, mayFork: boolean) =>
    `Nobody has answered your edit for 30 days${mayFork ? '. You can fork the prompt' : ''}`,
} as const
export type ChangeRequestOutcome = keyof typeof changeRequestTexts

/** What a notification says about a proposed test case, by the outcome that the event stores. */
export const testCaseTexts = {
  proposed: (proposer: string | null) => `${proposer ?? 'Somebody'} proposed a test case for your prompt`,
  accepted: () => 'Your test case was accepted',
  declined: () => 'Your test case was declined',
} as const
export type TestCaseOutcome = keyof typeof testCaseTexts

/** What a notification says to the approvers of a group, by the outcome that the event stores. */
export const approvalTexts = {
  sent: (sender: string | null) => `${sender ?? 'Somebody'} sent something for approval`,
  revised: (sender: string | null) => `${sender ?? 'Somebody'} changed what waits for approval`,
  commented: (person: string | null) => `${person ?? 'Somebody'} commented on what waits for approval`,
} as const
export type ApprovalOutcome = keyof typeof approvalTexts

/** What a notification says to the person who sent something for approval. */
export const approvalAnswerTexts = {
  approved: (approver: string | null) => `${approver ?? 'An approver'} approved what you sent`,
  returned: (approver: string | null) => `${approver ?? 'An approver'} returned what you sent`,
  commented: (approver: string | null) => `${approver ?? 'An approver'} commented on what you sent`,
} as const
export type ApprovalAnswer = keyof typeof approvalAnswerTexts

/**
 * What a notification says about prompts of a group, by the outcome that the event stores before their number: they are
 * due for review, a member no longer answers for them, or the receiver now does.
 */
export const reviewTexts = {
  due: (_: string | null, count: number) =>
    `Still right? ${pluralize(count, 'prompt')} of a group ${count === 1 ? 'is' : 'are'} due for review`,
  left: (member: string | null, count: number) =>
    `${member ?? 'Somebody who left'} no longer answers for ${pluralize(count, 'prompt')}. Your group does now`,
  owner: (person: string | null) => `${person ?? 'Somebody'} made you the owner of a prompt`,
} as const
export type ReviewOutcome = keyof typeof reviewTexts

/** Returns what a notification says to the owner of a webhook that is paused. `host`: where it sends to. */
export function pausedWebhookText(host: string): string {
  return `Your webhook at ${host} is paused, because nothing arrives`
}

/**
 * Returns the text for the author of a prompt that passes at least half of its tests on `models`, which are no longer
 * offered, but fewer than half on every model that is. `models` is a list separated by commas.
 */
export function lowResultsText(models: string): string {
  const verb = models.includes(', ') ? 'are' : 'is'
  return `${models} ${verb} no longer offered, and your prompt passes fewer than half of its tests on other models`
}

/**
 * `days` is how long notifications are stored. After `perDay` of them on one day (UTC), a member gets no more about what
 * they follow. After `addressedPerDay`, they get no more at all. `counted` is the highest number on the bell.
 */
export const notificationLimits = { days: 90, perDay: 200, addressedPerDay: 300, counted: 99 } as const

/**
 * How often a browser requests the number of unread notifications, in ms. One tab requests it for all tabs, and hidden
 * tabs never do.
 */
export const countIntervalMs = 60_000

/** Returns the number of unread notifications as the bell shows it. */
export function unreadLabel(unread: number): string {
  return unread > notificationLimits.counted ? `${notificationLimits.counted}+` : String(unread)
}
