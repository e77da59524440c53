import { t } from '#lib/texts.ts'
/** What waits: a prompt that is new for a group, an edit of a group's prompt, or its publication for everybody. */
export const approvalKinds = ['new', 'edit', 'public'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalStates = ['waiting', 'approved', 'returned', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The names of the states in the interface. */
export const stateNames: Record<ApprovalState, string> = {
  get waiting() {
    return t('Waiting')
  },
  get approved() {
    return t('Approved')
  },
  get returned() {
    return t('Returned')
  },
  get withdrawn() {
    return t('Withdrawn')
  },
}

/** The names of the kinds in the interface. */
export const kindNames: Record<ApprovalKind, string> = {
  get new() {
    return t('New in the group')
  },
  get edit() {
    return t('Edit', { context: 'noun' })
  },
  get public() {
    return t('For everybody')
  },
}

/** Lengths are in characters. `comments`: how many comments a request has at most. `approvers`: how many are notified. */
export const approvalLimits = {
  reasonMin: 3,
  reasonMax: 500,
  commentMax: 2_000,
  comments: 100,
  approvers: 100,
} as const

export const approvalMessages = {
  get reasonMissing() {
    return t('Say why, in at least 3 characters.')
  },
  get commentMissing() {
    return t('Write something first.')
  },
  get commentLong() {
    return t('Use at most {commentMax} characters.', { commentMax: approvalLimits.commentMax })
  },
} as const

/** An owner who doesn't answer for this many days is overdue. */
export const answerDays = 14

const dayMs = 86_400_000

/**
 * Since when a review is overdue, or null: once its owner was asked `answerDays` ago. `dueAt` is when it was due.
 */
export function overdueSince({ dueAt, askedAt }: { dueAt: Date; askedAt: Date | null }, now: Date): Date | null {
  return askedAt !== null && now.getTime() - askedAt.getTime() >= answerDays * dayMs ? dueAt : null
}

/** Returns the time `answerDays` ago. Owners who were asked at that time or earlier are overdue. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - answerDays * dayMs)
}
