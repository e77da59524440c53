import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest, formatFailure, isFailureLine, markFlaky } from './failures.ts'

describe('the failures of a run', () => {
  it('are formatted as lines with the title and the first line of the message, without colors', () => {
    const line = formatFailure({
      title: 'a › b',
      message: '\n\u001b[31mError: 1 isn’t 2\u001b[39m\n  at x',
      isFlaky: false,
    })
    expect(line).toBe('✗ failed: a › b (Error: 1 isn’t 2)')
    expect(formatFailure({ title: 'a', message: '', isFlaky: true })).toBe('✗ flaky: a')
    expect(isFailureLine(line)).toBe(true)
    expect(isFailureLine(' ✓ a › b')).toBe(false)
  })

  it('are read from Vitest’s report, including those of files that didn’t load', () => {
    const path = (name: string) => join(import.meta.dirname, name)
    const testResults = [
      { name: path('a.test.ts'), status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a' }] },
      {
        name: path('b.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'b one' },
          { status: 'failed', fullName: 'b two', failureMessages: ['wrong'] },
        ],
      },
      { name: path('c.test.ts'), status: 'failed', message: 'no such import', assertionResults: [] },
    ]
    expect(failuresOfVitest({ testResults })).toEqual([
      { title: 'scripts/b.test.ts: b two', message: 'wrong', isFlaky: false, file: path('b.test.ts') },
      { title: 'scripts/c.test.ts: the file', message: 'no such import', isFlaky: false, file: path('c.test.ts') },
    ])
  })

  it('are marked as flaky if their tests pass in a second run', () => {
    const failure = (title: string, isFlaky = false) => ({ title, message: '', isFlaky })
    expect(markFlaky([failure('a'), failure('b')], [failure('b')])).toEqual([failure('a', true), failure('b')])
  })

  it('are read from Playwright’s report, including flaky stories and errors outside of stories', () => {
    const story = (title: string, status: string, ...messages: string[]) => ({
      title,
      tests: [{ status, results: [...messages.map((message) => ({ error: { message } })), {}] }],
    })
    const suites = [
      {
        title: 'votes.e2e.ts',
        specs: [story('passes', 'expected'), story('fails', 'unexpected', 'no button')],
        suites: [{ title: 'a phone', specs: [story('recovers', 'flaky', 'too late')] }],
      },
    ]
    expect(failuresOfPlaywright({ suites, errors: [{ message: 'no browser' }] })).toEqual([
      { title: 'stories', message: 'no browser', isFlaky: false },
      { title: 'votes.e2e.ts › fails', message: 'no button', isFlaky: false },
      { title: 'votes.e2e.ts › a phone › recovers', message: 'too late', isFlaky: true },
    ])
  })
})
