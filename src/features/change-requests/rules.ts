/** What the author and the proposer have done with a request so far. `revising`: the author asked for changes. */
export const outcomes = ['open', 'revising', 'accepted', 'declined', 'withdrawn'] as const
export type Outcome = (typeof outcomes)[number]

/** The state that readers see: the outcome, unless a moderator removed the request. */
export const changeRequestStates = [...outcomes, 'removed'] as const
export type ChangeRequestState = (typeof changeRequestStates)[number]

/** The states in which a decision is pending. */
export const pendingStates = ['open', 'revising'] as const satisfies Outcome[]

/** Tells whether a request in this state still waits for a decision. */
export function isPending(state: ChangeRequestState): boolean {
  return (pendingStates as readonly ChangeRequestState[]).includes(state)
}

/** The names of the states, as shown to readers. */
export const stateNames: Record<ChangeRequestState, string> = {
  open: 'Open',
  revising: 'Changes requested',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  removed: 'Removed by a moderator',
}

export const changeRequestLimits = {
  /** New requests by a member in 24 hours. */
  perDay: 5,
  /** Days without an answer after which the proposer is offered a fork. */
  silentDays: 30,
  reasonMin: 3,
  /** A reason becomes the note of the version, so it has the same limit. */
  reasonMax: 200,
} as const

const dayMs = 86_400_000

/** An open request that was last revised before this time counts as unanswered. */
export function silentBefore(now: Date): Date {
  return new Date(now.getTime() - changeRequestLimits.silentDays * dayMs)
}
