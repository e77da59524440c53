import { plural, t } from '#lib/texts.ts'

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
  get 'prompt-version'() {
    return t('New versions of prompts that you saved, forked or follow')
  },
  get 'prompt-new'() {
    return t('New prompts from people, categories and tags that you follow')
  },
  get 'collection-item'() {
    return t('Additions to collections that you follow')
  },
  get 'comment-answer'() {
    return t('Replies to your comments')
  },
  get 'change-request'() {
    return t('Suggested edits to your prompts')
  },
  get 'change-request-answer'() {
    return t('Decisions on edits that you suggested')
  },
  get 'low-results'() {
    return t('Low test results of your prompts after a model is no longer offered')
  },
  get 'test-case'() {
    return t('Proposed test cases for your prompts')
  },
  get 'test-case-answer'() {
    return t('Decisions on test cases that you proposed')
  },
  get approval() {
    return t('What waits for approval in your groups')
  },
  get 'approval-answer'() {
    return t('Decisions on what you sent for approval')
  },
  get 'prompt-review'() {
    return t('Prompts of your groups that you answer for')
  },
  get webhook() {
    return t('Your webhooks that are paused because nothing arrives')
  },
  get decision() {
    return t(
      'Moderators’ decisions on your prompts, suggested edits, examples, comparisons, collections, claims and reports',
    )
  },
}

/** What to add to the names of kinds that come by email too, on a site that sends email. */
export const notificationKindEmails: Partial<Record<NotificationKind, () => string>> = {
  'prompt-review': () => t('Also by email when a review is due.'),
  webhook: () => t('Also by email.'),
}

/**
 * What a notification says about a moderator's decision, and what it opens, by the outcome that the event stores. `page`
 * is the page of the prompt or the collection.
 */
export const decisions = {
  'prompt-removed': {
    get text() {
      return t('A moderator removed your prompt')
    },
    opens: 'removed prompts',
  },
  'prompt-restored': {
    get text() {
      return t('A moderator restored your prompt')
    },
    opens: 'page',
  },
  'prompt-approved': {
    get text() {
      return t('A moderator reviewed and published your prompt')
    },
    opens: 'page',
  },
  'comparison-removed': {
    get text() {
      return t('A moderator took down your comparison')
    },
    opens: 'comparison',
  },
  'comparison-restored': {
    get text() {
      return t('A moderator restored your comparison')
    },
    opens: 'comparison',
  },
  'collection-removed': {
    get text() {
      return t('A moderator removed your collection')
    },
    opens: 'page',
  },
  'collection-restored': {
    get text() {
      return t('A moderator restored your collection')
    },
    opens: 'page',
  },
  'change-request-removed': {
    get text() {
      return t('A moderator removed an edit that you suggested')
    },
    opens: 'suggested edit',
  },
  'change-request-restored': {
    get text() {
      return t('A moderator restored an edit that you suggested')
    },
    opens: 'suggested edit',
  },
  'example-approved': {
    get text() {
      return t('A moderator reviewed and published your example')
    },
    opens: 'page',
  },
  'example-removed': {
    get text() {
      return t('A moderator removed your example')
    },
    opens: 'page',
  },
  'example-restored': {
    get text() {
      return t('A moderator restored your example')
    },
    opens: 'page',
  },
  'claim-approve': {
    get text() {
      return t('A moderator approved your claim to a credited name')
    },
    opens: 'settings',
  },
  'claim-decline': {
    get text() {
      return t('A moderator declined your claim to a credited name')
    },
    opens: 'settings',
  },
  'claim-revoke': {
    get text() {
      return t('A moderator ended your claim to a credited name')
    },
    opens: 'settings',
  },
  'report-removed': {
    get text() {
      return t('What you reported was removed')
    },
    opens: 'page',
  },
  'report-dismissed': {
    get text() {
      return t('Your report was reviewed, and nothing was removed')
    },
    opens: 'page',
  },
} as const satisfies Record<string, { text: string; opens: DecisionPlace }>
type DecisionPlace = 'page' | 'removed prompts' | 'comparison' | 'suggested edit' | 'settings'
export type DecisionOutcome = keyof typeof decisions

/**
 * What a notification says about a suggested edit, by the outcome that the event stores. Each function gets the name of
 * the person who acted, or null if the text doesn't name them. `mayFork`: the prompt's license allows forks.
 */
export const changeRequestTexts = {
  sent: (proposer: string | null) =>
    proposer
      ? t('{proposer} suggested an edit to your prompt', { proposer })
      : t('Somebody suggested an edit to your prompt'),
  revised: (proposer: string | null) =>
    proposer
      ? t('{proposer} revised a suggested edit to your prompt', { proposer })
      : t('Somebody revised a suggested edit to your prompt'),
  accepted: (author: string | null) =>
    author ? t('{author} accepted your edit', { author }) : t('Your edit was accepted'),
  declined: (author: string | null) =>
    author ? t('{author} declined your edit', { author }) : t('Your edit was declined'),
  revising: (author: string | null) =>
    author ? t('{author} asked you to change your edit', { author }) : t('You were asked to change your edit'),
  silent: (_: string | null, mayFork: boolean) =>
    mayFork
      ? t('Nobody has answered your edit for 30 days. You can fork the prompt')
      : t('Nobody has answered your edit for 30 days'),
} as const
export type ChangeRequestOutcome = keyof typeof changeRequestTexts

/** What a notification says about a proposed test case, by the outcome that the event stores. */
export const testCaseTexts = {
  proposed: (proposer: string | null) =>
    proposer
      ? t('{proposer} proposed a test case for your prompt', { proposer })
      : t('Somebody proposed a test case for your prompt'),
  accepted: () => t('Your test case was accepted'),
  declined: () => t('Your test case was declined'),
} as const
export type TestCaseOutcome = keyof typeof testCaseTexts

/** What a notification says to the approvers of a group, by the outcome that the event stores. */
export const approvalTexts = {
  sent: (sender: string | null) =>
    sender ? t('{sender} sent something for approval', { sender }) : t('Somebody sent something for approval'),
  revised: (sender: string | null) =>
    sender ? t('{sender} changed what waits for approval', { sender }) : t('Somebody changed what waits for approval'),
  commented: (person: string | null) =>
    person
      ? t('{person} commented on what waits for approval', { person })
      : t('Somebody commented on what waits for approval'),
} as const
export type ApprovalOutcome = keyof typeof approvalTexts

/** What a notification says to the person who sent something for approval. */
export const approvalAnswerTexts = {
  approved: (approver: string | null) =>
    approver ? t('{approver} approved what you sent', { approver }) : t('An approver approved what you sent'),
  returned: (approver: string | null) =>
    approver ? t('{approver} returned what you sent', { approver }) : t('An approver returned what you sent'),
  commented: (approver: string | null) =>
    approver ? t('{approver} commented on what you sent', { approver }) : t('An approver commented on what you sent'),
} as const
export type ApprovalAnswer = keyof typeof approvalAnswerTexts

/**
 * What a notification says about prompts of a group, by the outcome that the event stores before their number: they are
 * due for review, a member no longer answers for them, or the receiver now does.
 */
export const reviewTexts = {
  due: (_: string | null, count: number) =>
    plural(
      count,
      'Still right? {count} prompt of a group is due for review',
      'Still right? {count} prompts of a group are due for review',
    ),
  left: (member: string | null, count: number) =>
    member
      ? plural(
          count,
          '{member} no longer answers for {count} prompt. Your group does now',
          '{member} no longer answers for {count} prompts. Your group does now',
          { member },
        )
      : plural(
          count,
          'Somebody who left no longer answers for {count} prompt. Your group does now',
          'Somebody who left no longer answers for {count} prompts. Your group does now',
        ),
  owner: (person: string | null) =>
    person ? t('{person} made you the owner of a prompt', { person }) : t('Somebody made you the owner of a prompt'),
} as const
export type ReviewOutcome = keyof typeof reviewTexts

/** Returns what a notification says to the owner of a webhook that is paused. `host`: where it sends to. */
export function pausedWebhookText(host: string): string {
  return t('Your webhook at {host} is paused, because nothing arrives', { host })
}

/**
 * Returns the text for the author of a prompt that passes at least half of its tests on `models`, which are no longer
 * offered, but fewer than half on every model that is. `models` is a list separated by commas.
 */
export function lowResultsText(models: string): string {
  return models.includes(', ')
    ? t('{models} are no longer offered, and your prompt passes fewer than half of its tests on other models', {
        models,
      })
    : t('{models} is no longer offered, and your prompt passes fewer than half of its tests on other models', {
        models,
      })
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
