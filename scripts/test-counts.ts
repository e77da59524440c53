/** How many tests passed, failed and were skipped. */
export type TestCounts = { passed: number; failed: number; skipped: number }

const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 }

export function sum(counts: TestCounts[]): TestCounts {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    noTests,
  )
}

/**
 * Formats the last line that `npm test` prints, such as "12 passed, 0 failed". The number of skipped tests follows if
 * there are any.
 */
export function formatTestCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Parses the last line that `npm test` prints. Returns null if the line has another format. */
export function parseTestCounts(line: string): TestCounts | null {
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line)
  return match && { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }

export function countsOfVitest(report: VitestReport): TestCounts {
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

export function countsOfPlaywright({ stats }: PlaywrightReport): TestCounts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/**
 * Returns the counts of a stage of `npm test`, from its report if there is one. A stage that failed without a failed
 * test, for example because of a type error or a crash, counts as one failure.
 */
export function countsOfStage(hasSucceeded: boolean, reported: TestCounts | null): TestCounts {
  const counts = reported ?? noTests
  return hasSucceeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
