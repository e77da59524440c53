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
  decision:
    'Moderators’ decisions on your prompts, suggested edits, examples, comparisons, collections, claims and reports',
}

/** What a notification says about a moderator's decision, by the outcome that the event stores. */
export const decisionTexts = {
  'prompt-removed': 'A moderator removed your prompt',
  'prompt-restored': 'A moderator restored your prompt',
  'prompt-approved': 'A moderator reviewed and published your prompt',
  'comparison-removed': 'A moderator took down your comparison',
  'comparison-restored': 'A moderator restored your comparison',
  'collection-removed': 'A moderator removed your collection',
  'collection-restored': 'A moderator restored your collection',
  'change-request-removed': 'A moderator removed an edit that you suggested',
  'change-request-restored': 'A moderator restored an edit that you suggested',
  'example-approved': 'A moderator reviewed and published your example',
  'example-removed': 'A moderator removed your example',
  'example-restored': 'A moderator restored your example',
  'claim-approve': 'A moderator approved your claim to a credited name',
  'claim-decline': 'A moderator declined your claim to a credited name',
  'claim-revoke': 'A moderator ended your claim to a credited name',
  'report-removed': 'What you reported was removed',
  'report-dismissed': 'Your report was reviewed, and nothing was removed',
} as const
export type DecisionOutcome = keyof typeof decisionTexts

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
