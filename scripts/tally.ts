/** The results of test cases. */
export type Tally = { passed: number; failed: number; skipped: number }

const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 }

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    emptyTally,
  )
}

/** Formats the last line of a run: "12 passed, 0 failed", and the number of skipped cases, if any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Parses the last line of a run; null if it has another format. */
export function parseTally(line: string): Tally | null {
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line)
  return match && { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }

export function tallyOfVitest(report: VitestReport): Tally {
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

export function tallyOfPlaywright({ stats }: PlaywrightReport): Tally {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/**
 * Returns the tally of a stage, from its report if there is one. A stage that failed without a failed test (types, a
 * crash, a file that didn't load) counts as one failure.
 */
export function tallyOfStage(hasSucceeded: boolean, reported: Tally | null): Tally {
  const tally = reported ?? emptyTally
  return hasSucceeded || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}
