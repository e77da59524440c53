import { type Ballot, rateModels } from '#features/comparison/rating-rules.ts'
import { ratings } from '#features/comparison/server/rate-in-worker.ts'
import { randomFrom } from '#test/random.ts'
import { atMost, type Row } from './report.ts'

const votes = 20_000
const models = Array.from({ length: 20 }, (_, n) => `model-${n}`)

/**
 * Measures how long the event loop is blocked while models are rated from 20,000 votes, first in a worker thread, then
 * on the main thread.
 */
export async function benchRating(): Promise<Row[]> {
  const ballots = makeBallots()
  const inThread = await measureLongestBlock(() => ratings.forJob(ballots))
  const onMainThread = await measureLongestBlock(async () => rateModels(ballots))
  return [
    [
      `rating ${votes} votes, longest block of the event loop`,
      `${inThread.toFixed(0)} ms`,
      atMost(100, inThread, 'ms'),
    ],
    ['the same without a worker thread', `${onMainThread.toFixed(0)} ms`],
  ]
}

/** Returns random votes on two or three models each, with identical votes counted together. */
function makeBallots(): Ballot[] {
  const random = randomFrom(1)
  const counts = new Map<string, number>()
  for (let n = 0; n < votes; n++) {
    const chosenModels = models
      .toSorted(() => random() - 0.5)
      .slice(0, 2 + Math.floor(random() * 2))
      .sort()
    const ballot = JSON.stringify([chosenModels, chosenModels[Math.floor(random() * chosenModels.length)]])
    counts.set(ballot, (counts.get(ballot) ?? 0) + 1)
  }
  return [...counts].map(([ballot, count]) => {
    const [chosenModels, winner] = JSON.parse(ballot) as [string[], string]
    return { models: chosenModels, winner, count }
  })
}

/** Returns the longest time between two turns of the event loop while `work` runs, in ms. */
async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const measureGap = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(measureGap, 1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  longest = 0
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  measureGap()
  clearInterval(timer)
  return longest
}
