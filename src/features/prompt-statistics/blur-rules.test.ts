import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, runBlocksOf } from './blur-rules.ts'
import { shownMin } from './rules.ts'

const since = '2026-11-01'
const dayAfter = (days: number) => new Date(Date.parse(since) + days * 86_400_000).toISOString().slice(0, 10)
const shownOf = (counts: number[]) =>
  blocksOf(
    since,
    counts.map((count, index) => ({ day: dayAfter(index), count })),
  )

/** All lists of this many numbers up to a sum. */
function* listsOf(length: number, sumMax: number): Generator<number[]> {
  if (length === 0) yield []
  else
    for (let first = 0; first <= sumMax; first++)
      for (const rest of listsOf(length - 1, sumMax - first)) yield [first, ...rest]
}

/** The outputs of `show` from which a small number of the input follows, of all inputs that are tried. */
function revealing(inputs: Iterable<number[]>, show: (numbers: number[]) => unknown): string[] {
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

describe('counts by days', () => {
  it('are joined until they are five, and the rest isn’t shown', () => {
    expect(shownOf([2, 0, 1, 3, 12, 4])).toEqual([
      { from: '2026-11-01', to: '2026-11-04', count: 6 },
      { from: '2026-11-05', to: '2026-11-05', count: 12 },
    ])
    expect(shownOf([4])).toEqual([])
  })

  it('don’t change when further days come', () => {
    const counts = fc.array(fc.nat(9), { maxLength: 30 })
    fc.assert(
      fc.property(counts, counts, (before, after) => {
        const shown = shownOf(before)
        expect(shownOf([...before, ...after]).slice(0, shown.length)).toEqual(shown)
      }),
    )
  })

  // Any combination of shown numbers, sums and differences included, follows from what is shown.
  it('below five don’t follow from all that is shown: every count of four days up to a sum of 20', () => {
    const sumOf = (shown: string) =>
      JSON.parse(shown).reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    // With a larger sum, there are days after it that this test doesn't try.
    const isWhole = (shown: string) => sumOf(shown) <= 20 - (shownMin - 1)
    expect(revealing(listsOf(4, 20), shownOf).filter(isWhole)).toEqual([])
  })
})

describe('runs', () => {
  const shownRuns = (copies: number, runs: number, days = 7) =>
    runBlocksOf(since, [{ day: dayAfter(days - 1), copies, runs }]).map(({ count }) => count)

  it('are shown for a week and twenty copies, if five copies were no runs', () => {
    expect(shownRuns(20, 12)).toEqual([12])
    expect(shownRuns(20, 16)).toEqual([])
    expect(shownRuns(20, 4)).toEqual([])
    expect(shownRuns(19, 10)).toEqual([])
    expect(shownRuns(20, 12, 6)).toEqual([])
  })

  it('don’t tell a number below five, though everybody can count all copies by days', () => {
    const inputs = listsOf(4, 26)
    const show = ([first = 0, firstRuns = 0, second = 0, secondRuns = 0]: number[]) => {
      const days = [
        { day: dayAfter(0), copies: first + firstRuns, runs: firstRuns },
        { day: dayAfter(6), copies: second + secondRuns, runs: secondRuns },
      ]
      return [...days.map(({ copies }) => copies), runBlocksOf(since, days)]
    }
    // Of a day without copies, or with a sum that the test doesn't reach, everything is known.
    const faults = revealing(inputs, show).filter((shown) => !/^\[0,|^\[\d+,0,/.test(shown))
    expect(faults).toEqual([])
  })
})
