import { t } from '#lib/texts.ts'
/**
 * What the author and the proposer have done with a suggested edit so far. `revising` means that the author asked for
 * changes.
 */
export const outcomes = ['open', 'revising', 'accepted', 'declined', 'withdrawn'] as const
export type Outcome = (typeof outcomes)[number]

/** The state that readers see. It is the outcome, unless a moderator removed the suggested edit. */
export const changeRequestStates = [...outcomes, 'removed'] as const
export type ChangeRequestState = (typeof changeRequestStates)[number]

/** The states of a suggested edit that is neither decided nor withdrawn. */
export const pendingStates = ['open', 'revising'] as const satisfies Outcome[]

/** Tells whether a suggested edit in this state still waits for a decision. */
export function isPending(state: ChangeRequestState): state is (typeof pendingStates)[number] {
  return (pendingStates as readonly ChangeRequestState[]).includes(state)
}

/** The names of the states in the interface. */
export const stateNames: Record<ChangeRequestState, string> = {
  get open() {
    return t('Open', { context: 'state' })
  },
  get revising() {
    return t('Changes requested')
  },
  get accepted() {
    return t('Accepted')
  },
  get declined() {
    return t('Declined')
  },
  get withdrawn() {
    return t('Withdrawn')
  },
  get removed() {
    return t('Removed by a moderator')
  },
}

export const changeRequestLimits = {
  /** How many suggested edits a member may send in 24 hours. */
  perDay: 5,
  /** After this many days without an answer, the proposer is offered a fork. */
  silentDays: 30,
  reasonMin: 3,
  /** A reason becomes the note of a version, so it has the same limit as a note. */
  reasonMax: 200,
} as const

const dayMs = 86_400_000

/** Returns the time `silentDays` ago. Open suggested edits that were last revised earlier count as unanswered. */
export function silentBefore(now: Date): Date {
  return new Date(now.getTime() - changeRequestLimits.silentDays * dayMs)
}
