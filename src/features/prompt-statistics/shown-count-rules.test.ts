import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDay } from '#lib/utc-day.ts'
import { shownMin } from './rules.ts'
import { blocksOf, runBlocksOf } from './shown-count-rules.ts'

const since = '2026-11-01'
const dayAfter = (days: number) => utcDay(new Date(Date.parse(since) + days * 86_400_000))
const shownOf = (counts: number[]) =>
  blocksOf(
    since,
    counts.map((count, index) => ({ day: dayAfter(index), count })),
  )

/** Yields all lists of `length` numbers whose sum is at most `sumMax`. */
function* listsOf(length: number, sumMax: number): Generator<number[]> {
  if (length === 0) yield []
  else
    for (let first = 0; first <= sumMax; first++)
      for (const rest of listsOf(length - 1, sumMax - first)) yield [first, ...rest]
}

/** Tries all inputs, and returns the outputs of `show` that reveal an input number below `shownMin`. */
function findRevealing(inputs: Iterable<number[]>, show: (numbers: number[]) => unknown): string[] {
  const values = new Map<string, Set<number>[]>()
  for (const numbers of inputs) {
    const shown = JSON.stringify(show(numbers))
    const known = values.get(shown) ?? numbers.map(() => new Set<number>())
    for (const [index, number] of numbers.entries()) known[index]?.add(number)
    values.set(shown, known)
  }
  return [...values]
    .filter(([, known]) => known.some((set) => set.size === 1 && Math.max(...set) < shownMin))
    .map(([shown]) => shown)
}

describe('counts by day', () => {
  it('are joined until they reach five, and the rest isn’t shown', () => {
    expect(shownOf([2, 0, 1, 3, 12, 4])).toEqual([
      { from: '2026-11-01', to: '2026-11-04', count: 6 },
      { from: '2026-11-05', to: '2026-11-05', count: 12 },
    ])
    expect(shownOf([4])).toEqual([])
  })

  it('don’t change when more days are added', () => {
    const counts = fc.array(fc.nat(9), { maxLength: 30 })
    fc.assert(
      fc.property(counts, counts, (before, after) => {
        const shown = shownOf(before)
        expect(shownOf([...before, ...after]).slice(0, shown.length)).toEqual(shown)
      }),
      { numRuns: 500 },
    )
  })

  // This test tries all inputs, so it covers everything that the shown numbers imply, such as sums and differences.
  it('below five can’t be derived from the shown numbers, for all counts of four days up to a sum of 20', () => {
    const sumOf = (shown: string) =>
      JSON.parse(shown).reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    // With a larger sum, the test doesn't try all possible counts of the days that aren't shown.
    const isFullyTried = (shown: string) => sumOf(shown) <= 20 - (shownMin - 1)
    expect(findRevealing(listsOf(4, 20), shownOf).filter(isFullyTried)).toEqual([])
  })
})

describe('runs', () => {
  const shownRuns = (copies: number, runs: number, days = 7) =>
    runBlocksOf(since, [{ day: dayAfter(days - 1), copies, runs }]).map(({ count }) => count)

  it('are shown in blocks of at least seven days and twenty copies, with at least five runs and five other copies', () => {
    expect(shownRuns(20, 12)).toEqual([12])
    expect(shownRuns(20, 16)).toEqual([])
    expect(shownRuns(20, 4)).toEqual([])
    expect(shownRuns(19, 10)).toEqual([])
    expect(shownRuns(20, 12, 6)).toEqual([])
  })

  it('don’t reveal a number below five, although everybody can see the copies of each day', () => {
    const inputs = listsOf(4, 26)
    const show = ([firstOther = 0, firstRuns = 0, secondOther = 0, secondRuns = 0]: number[]) => {
      const days = [
        { day: dayAfter(0), copies: firstOther + firstRuns, runs: firstRuns },
        { day: dayAfter(6), copies: secondOther + secondRuns, runs: secondRuns },
      ]
      return [...days.map(({ copies }) => copies), runBlocksOf(since, days)]
    }
    // Leaves out outputs that show a day without copies, because everybody knows that such a day has no runs.
    const revealing = findRevealing(inputs, show).filter((shown) => !/^\[0,|^\[\d+,0,/.test(shown))
    expect(revealing).toEqual([])
  })
})
