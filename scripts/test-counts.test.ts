import { describe, expect, it } from 'vitest'
import {
  countsOfPlaywright,
  countsOfStage,
  countsOfVitest,
  formatTestCounts,
  parseTestCounts,
  sum,
} from './test-counts.ts'

const counts = (passed: number, failed: number, skipped = 0) => ({ passed, failed, skipped })

describe('the test counts', () => {
  it('are formatted as one line, which can be parsed', () => {
    expect(formatTestCounts(counts(12, 0))).toBe('12 passed, 0 failed')
    expect(formatTestCounts(counts(12, 3, 1))).toBe('12 passed, 3 failed, 1 skipped')
    for (const one of [counts(12, 0), counts(12, 3, 1)]) expect(parseTestCounts(formatTestCounts(one))).toEqual(one)
    expect(parseTestCounts('unit: passed')).toBeNull()
    expect(parseTestCounts('there were 12 passed, 0 failed')).toBeNull()
  })

  it('can be added up', () => {
    expect(sum([counts(1, 2, 3), counts(10, 20, 30)])).toEqual(counts(11, 22, 33))
    expect(sum([])).toEqual(counts(0, 0))
  })

  it('include as skipped the tests that Vitest didn’t run', () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
    expect(countsOfVitest(report)).toEqual(counts(5, 1, 3))
  })

  it('include Playwright’s flaky stories as passed', () => {
    expect(countsOfPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual(counts(6, 1, 2))
  })

  it('include one failure for a failed stage that reports no failed test', () => {
    expect(countsOfStage(false, null)).toEqual(counts(0, 1))
    expect(countsOfStage(false, counts(7, 0))).toEqual(counts(7, 1))
    expect(countsOfStage(false, counts(7, 2))).toEqual(counts(7, 2))
    expect(countsOfStage(true, null)).toEqual(counts(0, 0))
    expect(countsOfStage(true, counts(7, 0, 1))).toEqual(counts(7, 0, 1))
  })
})
