import { t } from '#lib/texts.ts'
import type { ReportReason } from './reason-rules.ts'

/** The labels of the reasons for a report. */
export const reasonNames: Record<ReportReason, string> = {
  get spam() {
    return t('Spam or advertising')
  },
  get abuse() {
    return t('Abuse or hate')
  },
  get copyright() {
    return t('Somebody else’s text')
  },
  get wrong_category() {
    return t('Wrong category')
  },
  get other() {
    return t('Something else')
  },
}

/** The reason that the author reads if a moderator removes content without giving one, by the reason of the reports. */
export const standardReasons: Record<ReportReason, string> = {
  get spam() {
    return t('It advertises something.')
  },
  get abuse() {
    return t('It attacks people or helps others to do so.')
  },
  get copyright() {
    return t('The text belongs to somebody else.')
  },
  get wrong_category() {
    return t('It is in the wrong category.')
  },
  get other() {
    return t('It breaks the rules of this site.')
  },
}

/** The lists of what waits for a moderator. `alarms`: prompts with alarms that nobody has looked at. */
export const queues = ['reports', 'prompts', 'alarms', 'examples', 'comments', 'claims', 'messages'] as const
export type Queue = (typeof queues)[number]

/** The reason stored with content that is removed because its author was banned. */
export const bannedReason = 'The account was banned.'

/** What members can report. If a report names several contents, the first kind of this list is meant. */
export const reportableKinds = [
  'comment',
  'changeRequest',
  'comparison',
  'collection',
  'example',
  'profile',
  'prompt',
] as const
export type ReportableKind = (typeof reportableKinds)[number]
/** The kinds whose reports are gathered in cases. Examples have a queue of their own. */
export type CaseKind = Exclude<ReportableKind, 'example'>
export const caseKinds = reportableKinds.filter((kind): kind is CaseKind => kind !== 'example')

export const caseStates = ['open', 'dismissed', 'removed', 'banned'] as const
export type CaseState = (typeof caseStates)[number]

/** The actions on a case, and the state that each leads to. `reopen` undoes a decision. */
export const caseActions = ['dismiss', 'remove', 'ban', 'reopen'] as const
export type CaseAction = (typeof caseActions)[number]
export const stateAfter: Record<CaseAction, CaseState> = {
  dismiss: 'dismissed',
  remove: 'removed',
  ban: 'banned',
  reopen: 'open',
}

/**
 * The actions on an example. `restore` undoes a removal, and `dismiss` keeps the example. All of them close its reports.
 */
export const exampleActions = ['approve', 'remove', 'restore', 'dismiss'] as const
export type ExampleAction = (typeof exampleActions)[number]

/** The limits of a report's details and of the reason for a removal, in characters. */
export const moderationLimits = { detailsMax: 1_000, reasonMin: 3, reasonMax: 500 } as const
/** How many reports of a case or an example are shown. The page also shows how many there are in total. */
export const shownReportsMax = 20
/** How many characters of each text of a reported comparison or suggested edit a case has. */
export const shownTextMax = 5_000
/** Tells whether a text of a case is certainly the whole text, not the beginning of a longer one. */
export const isWhole = (text: string): boolean => text.length < shownTextMax
