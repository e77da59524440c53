import type { ReportReason } from './reason-rules.ts'

/** The labels of the reasons. */
export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or hate',
  copyright: 'Somebody else’s text',
  wrong_category: 'Wrong category',
  other: 'Something else',
}

/** The reason that the author is given if a report leads to a removal and the moderator writes no reason. */
export const standardReasons: Record<ReportReason, string> = {
  spam: 'It advertises something.',
  abuse: 'It attacks people or helps others to do so.',
  copyright: 'The text belongs to somebody else.',
  wrong_category: 'It is in the wrong category.',
  other: 'It breaks the rules of this site.',
}

/** The reason that is stored when everything a banned account did is undone. */
export const bannedReason = 'The account was banned.'

export const caseStates = ['open', 'dismissed', 'removed', 'banned'] as const
export type CaseState = (typeof caseStates)[number]

/** The actions on a case, and the resulting states. `reopen` undoes a decision. */
export const caseActions = ['dismiss', 'remove', 'ban', 'reopen'] as const
export type CaseAction = (typeof caseActions)[number]
export const stateAfter: Record<CaseAction, CaseState> = {
  dismiss: 'dismissed',
  remove: 'removed',
  ban: 'banned',
  reopen: 'open',
}

/** The actions on an example. `restore` undoes a removal, `dismiss` keeps the example. All of them close its reports. */
export const exampleActions = ['approve', 'remove', 'restore', 'dismiss'] as const
export type ExampleAction = (typeof exampleActions)[number]

/** Lengths in characters. */
export const moderationLimits = { detailsMax: 1_000, reasonMin: 3, reasonMax: 500 } as const
/** The maximum number of reports that are shown of a case, beside their total number. */
export const shownReportsMax = 20
/** How much of each text of a reported comparison or suggested edit is shown, in characters. */
export const shownTextMax = 5_000
/** Most lists of the admin area are counted up to this number; `totalIsFloor` marks longer ones. */
export const countedMax = 1_000
