/** A member's vote: up, none, down. */
export type VoteValue = 1 | 0 | -1

/** The most prompts per request for own votes. */
export const promptIdsMax = 100
/** How many votes a member may cast per minute. */
export const voteLimit = { name: 'votes', points: 60, seconds: 60 } as const

/** The vote after pressing a button. Pressing the same button again withdraws the vote. */
export function voteAfterPress(now: VoteValue, pressed: 1 | -1): VoteValue {
  return now === pressed ? 0 : pressed
}

/** The tally after one member's vote changed from `before` to `after`: shown until the server responds. */
export function tallyAfter<Tally extends { up: number; down: number }>(
  tally: Tally,
  before: VoteValue,
  after: VoteValue,
): Tally {
  const is = (value: VoteValue, vote: VoteValue) => Number(value === vote)
  return {
    ...tally,
    up: Math.max(0, tally.up + is(after, 1) - is(before, 1)),
    down: Math.max(0, tally.down + is(after, -1) - is(before, -1)),
  }
}
