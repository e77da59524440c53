import { t } from '#lib/texts.ts'
/** The kinds of things that people comment on. */
export const subjectKinds = ['prompt', 'tool', 'comparison'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/**
 * A `waiting` comment waits for a moderator, a `removed` one was removed by a moderator, and a `deleted` one was
 * deleted by its author.
 */
export const commentStates = ['waiting', 'shown', 'removed', 'deleted'] as const
export type CommentState = (typeof commentStates)[number]

/** How well the subject worked for the author of a report of use. */
export const outcomes = ['worked', 'partly', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeNames: Record<Outcome, string> = {
  get worked() {
    return t('Worked')
  },
  get partly() {
    return t('Partly')
  },
  get failed() {
    return t('Didn’t work')
  },
}

/**
 * `contentMax` and `modelMax` are lengths in characters. `repliesMax` is the maximum number of replies to a comment,
 * and `summaryMax` of model families in the summary of reports of use.
 */
export const commentLimits = { contentMax: 2_000, modelMax: 60, repliesMax: 20, summaryMax: 10 } as const

/** How long after posting a comment its author may edit it, in ms. */
export const editMs = 15 * 60_000
/** How many days the text of a deleted comment is stored for moderators. */
export const deletedDays = 30

/** Tells whether the author may still edit a comment. `createdAt` is in ISO 8601, and `now` in ms. */
export function isEditable({ createdAt, state }: { createdAt: string; state: CommentState }, now: number): boolean {
  return (state === 'shown' || state === 'waiting') && now - Date.parse(createdAt) < editMs
}

const addressInName = /:\/\/|\bwww\.|[a-z0-9]\.[a-z]{2,}\b/i

/** Tells whether a model's name contains a web address. A version such as "gpt-4.1" isn't one. */
export function hasAddress(name: string): boolean {
  return addressInName.test(name)
}
