import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { cutText } from '#lib/well-formed.ts'

const root = join(import.meta.dirname, '..')

/**
 * A test that failed at least once. `isFlaky` is true if it passed when it ran again. `file` is the path of its file.
 * It is set only if that file can run again by itself.
 */
export type Failure = { title: string; message: string; isFlaky: boolean; file?: string }

/** How the lines that name failed or flaky tests begin. */
const marks = { failed: '✗ failed: ', flaky: '✗ flaky: ' }

/** Formats a failure as one line: its mark, its title, and the first line of its message. */
export function formatFailure({ title, message, isFlaky }: Failure): string {
  const firstLine = stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
  return `${isFlaky ? marks.flaky : marks.failed}${title}${firstLine && ` (${cutText(firstLine, 200)})`}`
}

/** Tells whether a line was written by `formatFailure`. */
export function isFailureLine(line: string): boolean {
  return Object.values(marks).some((mark) => line.startsWith(mark))
}

type VitestFile = {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
}

/**
 * Lists the failed tests of Vitest's JSON report, each with the path of its file. A file that didn't load counts as one
 * failure.
 */
export function failuresOfVitest(report: { testResults: VitestFile[] }): Failure[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ title: test.fullName, message: test.failureMessages?.[0] ?? '' }))
    const all = failed.length === 0 && status === 'failed' ? [{ title: 'the file', message: message ?? '' }] : failed
    return all.map((one) => ({
      title: `${relative(root, name)}: ${one.title}`,
      message: one.message,
      isFlaky: false,
      file: name,
    }))
  })
}

type Suite = {
  title: string
  suites?: Suite[]
  specs?: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}

/** Lists the failed and flaky stories of Playwright's JSON report, and the errors that happened outside of stories. */
export function failuresOfPlaywright(report: { suites: Suite[]; errors?: { message?: string }[] }): Failure[] {
  const errors = (report.errors ?? []).map(({ message = '' }) => ({ title: 'stories', message, isFlaky: false }))
  return [...errors, ...report.suites.flatMap(failuresOfSuite)]
}

function failuresOfSuite({ title, suites = [], specs = [] }: Suite): Failure[] {
  const ownFailures = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        title: spec.title,
        message: results.find((result) => result.error)?.error?.message ?? '',
        isFlaky: status === 'flaky',
      })),
  )
  return [...ownFailures, ...suites.flatMap(failuresOfSuite)].map((one) => ({
    ...one,
    title: `${title} › ${one.title}`,
  }))
}

/**
 * Returns the failures of a first run. A failure is marked as flaky if the test passed in a second run of the same
 * files.
 */
export function markFlaky(first: Failure[], second: Failure[]): Failure[] {
  const failedTwice = new Set(second.map(({ title }) => title))
  return first.map((failure) => ({ ...failure, isFlaky: !failedTwice.has(failure.title) }))
}
