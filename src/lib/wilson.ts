/** The 97.5th percentile of the standard normal distribution: 95 % of it is between -z and z. */
const z = 1.959963984540054

export type Interval = { low: number; share: number; high: number }

/**
 * The share of up votes among all votes, and the Wilson score interval (95 %), which estimates the true share. All
 * three numbers are between 0 and 1. Null if there are no votes.
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
 */
export function wilsonInterval(up: number, down: number): Interval | null {
  const n = up + down
  if (n <= 0) return null
  const share = up / n
  const center = share + (z * z) / (2 * n)
  const margin = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: Math.max(0, (center - margin) / scale), share, high: Math.min(1, (center + margin) / scale) }
}
