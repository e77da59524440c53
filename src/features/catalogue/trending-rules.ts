/** A vote or copy counts half as much for “trending” after this many days. */
export const trendingHalfLifeDays = 7
/**
 * How much an up vote adds to a prompt's trending score. A down vote subtracts the same. A copy adds 1, and so does
 * publishing, unless the prompt has more down votes than up votes.
 */
export const trendingVoteWeight = 2

/**
 * How much higher the score of an event is than that of the same event a second earlier. `heat_at` in the database uses
 * the same number.
 */
export const decayPerSecond = Math.LN2 / (trendingHalfLifeDays * 86_400)

/**
 * Returns the score of an event of this weight and time, or null for a weight of 0 or less. A prompt's score is ln Σ
 * weight·2^(t/half-life) over its events, t counted from 1970. All decay at the same rate, so stored scores keep their
 * order and can be indexed. Source: Cormode, Shkapenyuk, Srivastava, Xu, "Forward Decay", ICDE 2009.
 */
export function trendingScoreOf(weight: number, time: Date): number | null {
  return weight > 0 ? Math.log(weight) + (time.getTime() / 1000) * decayPerSecond : null
}

/** Returns the part of a weight that remains after this many seconds. */
export function decayedWeight(weight: number, seconds: number): number {
  return weight * Math.exp(-seconds * decayPerSecond)
}
