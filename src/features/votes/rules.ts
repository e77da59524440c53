/** What a member can say of a prompt: up, nothing, down. */
export type VoteValue = 1 | 0 | -1

/** Own votes are asked for at most this many prompts at once. */
export const askedMax = 100
/** Votes that a member may cast in a minute. */
export const voteLimit = { name: 'votes', points: 60, seconds: 60 } as const

/** What pressing a key says to who has said `now`: the pressed key again takes the vote back. */
export function pressed(now: VoteValue, key: 1 | -1): VoteValue {
  return now === key ? 0 : key
}

/** The tally after one member's vote went from `before` to `after`: what a page shows until the server has answered. */
export function tallyAfter<Tally extends { up: number; down: number }>(
  tally: Tally,
  before: VoteValue,
  after: VoteValue,
): Tally {
  const is = (value: VoteValue, said: VoteValue) => Number(value === said)
  return {
    ...tally,
    up: Math.max(0, tally.up + is(after, 1) - is(before, 1)),
    down: Math.max(0, tally.down + is(after, -1) - is(before, -1)),
  }
}
