/** What members are notified of. Each kind can be switched off. */
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
  'comment-answer': 'Answers to your comments',
  'change-request': 'Suggested edits to your prompts',
  'change-request-answer': 'Decisions on edits that you suggested',
  'low-results': 'Low test results of your prompts after a model is no longer offered',
  'test-case': 'Proposed test cases for your prompts',
  'test-case-answer': 'Decisions on test cases that you proposed',
  decision:
    'Moderators’ decisions on your prompts, suggested edits, examples, comparisons, collections, claims and reports',
}

/** The texts of moderators' decisions, by the names that events store. */
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
  'claim-approve': 'A moderator approved your claim of a credited name',
  'claim-decline': 'A moderator declined your claim of a credited name',
  'claim-revoke': 'A moderator ended your claim of a credited name',
  'report-removed': 'What you reported was removed',
  'report-dismissed': 'Your report was reviewed, and nothing was removed',
} as const
export type DecisionOutcome = keyof typeof decisionTexts

/** The texts about suggested edits, by the names that events store. The person's name comes first, if it is known. */
export const changeRequestTexts = {
  sent: (proposer: string | null) => `${proposer ?? 'Somebody'} suggested an edit to your prompt`,
  revised: (proposer: string | null) => `${proposer ?? 'Somebody'} revised a suggested edit to your prompt`,
  accepted: (author: string | null) => `${author ?? 'The author'} accepted your edit`,
  declined: (author: string | null) => `${author ?? 'The author'} declined your edit`,
  revising: (author: string | null) => `${author ?? 'The author'} asked you to change your edit`,
  silent: () => 'Nobody has answered your edit for 30 days. You can fork the prompt',
} as const
export type ChangeRequestOutcome = keyof typeof changeRequestTexts

/** The texts about proposed test cases, by the names that events store. */
export const testCaseTexts = {
  proposed: (proposer: string | null) => `${proposer ?? 'Somebody'} proposed a test case for your prompt`,
  accepted: () => 'Your test case was accepted',
  declined: () => 'Your test case was declined',
} as const
export type TestCaseOutcome = keyof typeof testCaseTexts

/** The text for the author of a prompt that passed its tests only on models no longer offered. `models`: names, with commas. */
export function lowResultsText(models: string): string {
  return `${models} is no longer offered, and your prompt passes fewer than half of its tests on other models`
}

/**
 * `days`: how long notifications are stored. `perDay`: how many a member gets per day (UTC) before those about what they
 * follow stop; `addressedPerDay`: before those addressed only to them stop. `counted`: the highest number on the bell.
 */
export const notificationLimits = { days: 90, perDay: 200, addressedPerDay: 300, counted: 99 } as const

/** How often a browser requests the number of unread notifications, in ms: once for all tabs, never while hidden. */
export const countEveryMs = 60_000

/** The number of unread notifications, as the bell shows it. */
export function unreadLabel(unread: number): string {
  return unread > notificationLimits.counted ? `${notificationLimits.counted}+` : String(unread)
}
