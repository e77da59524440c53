import type { ReportReason } from './reason-rules.ts'

/** How each reason is called on a page. */
export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or hate',
  copyright: 'Somebody else’s text',
  wrong_category: 'Wrong category',
  other: 'Something else',
}

/** What the author reads when a report led to a removal and the moderator wrote nothing else. */
export const standardReasons: Record<ReportReason, string> = {
  spam: 'It advertises something.',
  abuse: 'It attacks people, or helps to.',
  copyright: 'The text belongs to somebody else.',
  wrong_category: 'It is filed in the wrong category.',
  other: 'It breaks the rules of this site.',
}

/** What the author of removed prompts reads when the whole account was undone. */
export const bannedReason = 'The account was banned.'

export const caseStates = ['open', 'dismissed', 'removed', 'banned'] as const
export type CaseState = (typeof caseStates)[number]

/** What can be done with a case, and what becomes of it. `reopen` takes a decision back. */
export const caseActions = ['dismiss', 'remove', 'ban', 'reopen'] as const
export type CaseAction = (typeof caseActions)[number]
export const stateAfter: Record<CaseAction, CaseState> = {
  dismiss: 'dismissed',
  remove: 'removed',
  ban: 'banned',
  reopen: 'open',
}

/** Lengths in characters. */
export const moderationLimits = { detailsMax: 1_000, reasonMin: 3, reasonMax: 500 } as const
/** A case shows the first of its reports; the number of all stands beside. */
export const shownReports = 20
/** A reported comparison shows so much of each of its texts, in characters. */
export const shownText = 5_000
/** Lists of the admin area are counted to here, then `totalIsFloor` says that there are more. */
export const countedMax = 1_000
