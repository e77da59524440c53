/** After this many days a vote or a copy counts half as much for “trending”. */
export const heatHalfLifeDays = 7
/** What an up vote adds to a prompt's heat, and a down vote takes from it. A copy adds 1, and so does publishing. */
export const voteHeat = 2

/**
 * How much more heat an event has for each second that it happens later. `heat_at` in the database uses the same
 * number.
 */
export const heatPerSecond = Math.LN2 / (heatHalfLifeDays * 86_400)

/**
 * The heat of an event of this weight at this time; null for a weight of 0 or less. Heat is ln Σ weight·2^(t/half-life)
 * over all events, t counted from 1970. Each event decays by its age, but the resulting order never changes by itself,
 * so heat is stored once and indexed. Source: Cormode, Shkapenyuk, Srivastava, Xu, "Forward Decay: A Practical Time
 * Decay Model for Streaming Systems", IEEE ICDE 2009, pp. 138-149 (exponential decay, landmark 1970, stored as a
 * logarithm).
 */
export function heatOf(weight: number, time: Date): number | null {
  return weight > 0 ? Math.log(weight) + (time.getTime() / 1000) * heatPerSecond : null
}

/** The part of a weight that remains after this many seconds. */
export function decayedWeight(weight: number, seconds: number): number {
  return weight * Math.exp(-seconds * heatPerSecond)
}
