import { describe, expect, it } from 'vitest'
import { formatTally, parseTally, sum, tallyOfPlaywright, tallyOfStage, tallyOfVitest } from './tally.ts'

const tally = (passed: number, failed: number, skipped = 0) => ({ passed, failed, skipped })

describe('the tally of a test run', () => {
  it('is one line that can be parsed again', () => {
    expect(formatTally(tally(12, 0))).toBe('12 passed, 0 failed')
    expect(formatTally(tally(12, 3, 1))).toBe('12 passed, 3 failed, 1 skipped')
    for (const one of [tally(12, 0), tally(12, 3, 1)]) expect(parseTally(formatTally(one))).toEqual(one)
    expect(parseTally('unit: passed')).toBeNull()
    expect(parseTally('there were 12 passed, 0 failed')).toBeNull()
  })

  it('can be added up', () => {
    expect(sum([tally(1, 2, 3), tally(10, 20, 30)])).toEqual(tally(11, 22, 33))
    expect(sum([])).toEqual(tally(0, 0))
  })

  it('counts cases that vitest never ran as skipped', () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
    expect(tallyOfVitest(report)).toEqual(tally(5, 1, 3))
  })

  it('counts Playwright’s flaky stories as passed', () => {
    expect(tallyOfPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual(tally(6, 1, 2))
  })

  it('counts a failed stage as a failure, even without a failed case or a report', () => {
    expect(tallyOfStage(false, null)).toEqual(tally(0, 1))
    expect(tallyOfStage(false, tally(7, 0))).toEqual(tally(7, 1))
    expect(tallyOfStage(false, tally(7, 2))).toEqual(tally(7, 2))
    expect(tallyOfStage(true, null)).toEqual(tally(0, 0))
    expect(tallyOfStage(true, tally(7, 0, 1))).toEqual(tally(7, 0, 1))
  })
})
