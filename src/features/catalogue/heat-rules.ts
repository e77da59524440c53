/** Votes and copies count half as much for “trending” with every this many days. */
export const heatHalfLifeDays = 7
/** What an up vote adds to a prompt's heat, and a down vote takes from it. A copy adds 1, being published too. */
export const voteHeat = 2

/** By how much an event's heat rises with each second that it comes later. The database's `heat_at` says the same. */
export const heatPerSecond = Math.LN2 / (heatHalfLifeDays * 86_400)

/**
 * The heat of what weighs `weight` at `time`; null for nothing. Heat is ln Σ weight·2^(t/half-life) over all events,
 * t counted from 1970: events fade by their own age, but the order that they give never changes by itself, so it is
 * written once and indexed. Source: Cormode, Shkapenyuk, Srivastava, Xu, "Forward Decay: A Practical Time Decay Model
 * for Streaming Systems", IEEE ICDE 2009, pp. 138-149 (exponential decay, landmark 1970, kept as a logarithm).
 */
export function heatOf(weight: number, time: Date): number | null {
  return weight > 0 ? Math.log(weight) + (time.getTime() / 1000) * heatPerSecond : null
}

/** What weighed `weight` then weighs this much of it `seconds` later. */
export function faded(weight: number, seconds: number): number {
  return weight * Math.exp(-seconds * heatPerSecond)
}
