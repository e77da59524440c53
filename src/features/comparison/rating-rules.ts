import { averageRating } from './rules.ts'

/** Identical votes: the models to choose from, the chosen one (null for a tie), and the number of these votes. */
export type Ballot = { models: readonly string[]; winner: string | null; count: number }

/**
 * A rating and its interval in points, on the Elo scale that chess uses. There, 400 points more mean ten times the
 * odds.
 */
export type Rating = { model: string; rating: number; low: number; high: number; votes: number }

/** Points on the Elo scale per unit of the natural logarithm of a strength. */
const pointsPerLog = 400 / Math.LN10
const bootstrapSamples = 200
const iterationsMax = 100
/** The iterations end when the logarithms of all strengths change by less than this. */
const convergedChange = 1e-6

/**
 * Rates models by the Bradley-Terry method: finds the strengths that make the votes most likely, where the ratio of two
 * strengths is the odds that the first model is preferred. One draw of each model against an average one keeps ratings
 * finite. `low` and `high` bound the rating and the middle 95 % of 200 bootstrap samples with fixed seeds.
 */
export function rateModels(ballots: readonly Ballot[]): Rating[] {
  // Sources: R. A. Bradley and M. E. Terry, Biometrika 39 (1952), 324-345; D. R. Hunter, MM algorithms for generalized
  // Bradley-Terry models, Annals of Statistics 32 (2004), 384-406; B. Efron, Annals of Statistics 7 (1979), 1-26.
  const models = [...new Set(ballots.flatMap((ballot) => ballot.models))].sort()
  const points = pointsOf(models, ballots)
  const samples = Array.from({ length: bootstrapSamples }, (_, index) =>
    pointsOf(models, resample(ballots, randomFrom(index + 1))),
  )
  return models
    .map((model, i) => {
      const sampleRatings = samples.map((sample) => sample[i] as number).sort((a, b) => a - b)
      return {
        model,
        rating: Math.round(points[i] as number),
        low: Math.round(Math.min(quantile(sampleRatings, 0.025), points[i] as number)),
        high: Math.round(Math.max(quantile(sampleRatings, 0.975), points[i] as number)),
        votes: ballots.reduce((sum, ballot) => sum + (ballot.models.includes(model) ? ballot.count : 0), 0),
      }
    })
    .sort((a, b) => b.rating - a.rating || a.model.localeCompare(b.model))
}

/** Estimates how many computing steps `rateModels` needs for these votes. */
export function ratingSteps(ballots: readonly Ballot[]): number {
  const votes = ballots.reduce((sum, { count }) => sum + count, 0)
  const models = new Set(ballots.flatMap((ballot) => ballot.models)).size
  return bootstrapSamples * (votes + iterationsMax * models ** 2)
}

function pointsOf(models: readonly string[], ballots: readonly Ballot[]): number[] {
  const { wins, meetings } = countPairs(models, ballots)
  let strengths = models.map(() => 1)
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    const next = strengths.map((own, i) => {
      // The average model has the strength 1.
      const draw = 1 / (own + 1)
      const weightedMeetings = strengths.reduce((sum, other, j) => sum + (meetings[i]?.[j] ?? 0) / (own + other), draw)
      return (wins[i] as number) / weightedMeetings
    })
    const change = Math.max(...next.map((value, i) => Math.abs(Math.log(value / (strengths[i] as number)))))
    strengths = next
    if (change < convergedChange) break
  }
  return strengths.map((strength) => averageRating + pointsPerLog * Math.log(strength))
}

/**
 * Counts the wins of each model and the meetings of each pair. The draw against an average model counts as half a win.
 * Each vote counts as one meeting, divided among its pairs: all of them for a tie, otherwise those with the winner.
 */
function countPairs(models: readonly string[], ballots: readonly Ballot[]) {
  const index = new Map(models.map((model, i) => [model, i]))
  const wins = models.map(() => 0.5)
  const meetings = models.map(() => models.map(() => 0))
  const addMeeting = (a: string, b: string, weight: number, shareOfA: number) => {
    const [i, j] = [index.get(a) as number, index.get(b) as number]
    wins[i] = (wins[i] as number) + weight * shareOfA
    wins[j] = (wins[j] as number) + weight * (1 - shareOfA)
    for (const [x, y] of [
      [i, j],
      [j, i],
    ] as const)
      (meetings[x] as number[])[y] = (meetings[x]?.[y] ?? 0) + weight
  }
  for (const { models: candidates, winner, count } of ballots) {
    const pairs = candidates.flatMap((a, i) => candidates.slice(i + 1).map((b) => [a, b] as const))
    const decidedPairs = winner === null ? pairs : pairs.filter((pair) => pair.includes(winner))
    for (const [a, b] of decidedPairs)
      addMeeting(a, b, count / decidedPairs.length, winner === null ? 0.5 : winner === a ? 1 : 0)
  }
  return { wins, meetings }
}

/** Returns a bootstrap sample: the same number of votes, drawn from all votes with replacement. */
function resample(ballots: readonly Ballot[], random: () => number): Ballot[] {
  const total = ballots.reduce((sum, { count }) => sum + count, 0)
  const cumulativeCounts: number[] = []
  let end = 0
  for (const { count } of ballots) {
    end += count
    cumulativeCounts.push(end)
  }
  const counts = ballots.map(() => 0)
  for (let i = 0; i < total; i++) {
    const target = random() * total
    let low = 0
    let high = cumulativeCounts.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulativeCounts[middle] as number) > target) high = middle
      else low = middle + 1
    }
    counts[low] = (counts[low] as number) + 1
  }
  return ballots.map((ballot, i) => ({ ...ballot, count: counts[i] as number })).filter(({ count }) => count > 0)
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? averageRating
}

/**
 * Returns a seeded random number generator (mulberry32, public domain), so that the same votes always give the same
 * intervals.
 */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
