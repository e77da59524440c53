/** After this many days a vote or a copy counts half as much for “trending”. */
export const trendingHalfLifeDays = 7
/**
 * What an up vote adds to a prompt's trending score, and a down vote takes from it. A copy adds 1, and so does
 * publishing.
 */
export const trendingVoteWeight = 2

/**
 * How much an event's score grows for each second that it happens later. `heat_at` in the database uses the same
 * number.
 */
export const decayPerSecond = Math.LN2 / (trendingHalfLifeDays * 86_400)

/**
 * Returns the trending score of an event of this weight at this time; null for a weight of 0 or less. A prompt's score
 * is ln Σ weight·2^(t/half-life) over its events, t counted from 1970. Each event decays by its age, but the order
 * never changes by itself, so the score is stored once and indexed. Source: Cormode, Shkapenyuk, Srivastava, Xu,
 * "Forward Decay: A Practical Time Decay Model for Streaming Systems", IEEE ICDE 2009, pp. 138-149 (exponential decay,
 * landmark 1970, stored as a logarithm).
 */
export function trendingScoreOf(weight: number, time: Date): number | null {
  return weight > 0 ? Math.log(weight) + (time.getTime() / 1000) * decayPerSecond : null
}

/** Returns the part of a weight that remains after this many seconds. */
export function decayedWeight(weight: number, seconds: number): number {
  return weight * Math.exp(-seconds * decayPerSecond)
}
