/** A member's vote: up, none or down. */
export type VoteValue = 1 | 0 | -1

/** How many prompts one request for the member's own votes may name. */
export const promptIdsMax = 100
/** How many votes a member may cast in a minute. */
export const voteLimit = { name: 'votes', points: 60, seconds: 60 } as const

/** Returns the tally after one member's vote changed from `before` to `after`. It is shown until the server responds. */
export function tallyAfter<Tally extends { up: number; down: number }>(
  tally: Tally,
  before: VoteValue,
  after: VoteValue,
): Tally {
  const count = (value: VoteValue, vote: VoteValue) => Number(value === vote)
  return {
    ...tally,
    up: Math.max(0, tally.up + count(after, 1) - count(before, 1)),
    down: Math.max(0, tally.down + count(after, -1) - count(before, -1)),
  }
}
