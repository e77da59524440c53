import { formatNumber } from '#lib/numbers.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'

/** The limits of a prompt's tests. Lengths are in characters. */
export const testLimits = {
  casesMax: 5,
  /** How many open proposals of test cases a prompt may have from one person, and from everybody. */
  proposalsMax: 2,
  proposalsOfAllMax: 20,
  checksMax: 6,
  reasonMax: 200,
  modelsMax: 5,
  /** How many times each model answers each test case. */
  rounds: 3,
  /** With fewer answers, only the counts are shown, without a share in percent. */
  shareAnswersMin: 9,
  /** How long an answer may be that a member sends to try checks. */
  trialMax: 20_000,
} as const

/** How often a member may write test cases, try checks and start runs. */
export const caseLimit = { name: 'test-cases', points: 60, seconds: 3600 } as const
export const trialLimit = { name: 'test-trials', points: 15, seconds: 60 } as const
export const runStartLimit = { name: 'test-runs', points: 30, seconds: 3600 } as const

/** After this many ms, the credits reserved for a run become free again. Even the largest run ends before that. */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** The parameters that questions set. All other parameters are the vendors' defaults. */
export type RunParameters = { outputTokensMax: number }

/** Returns the number of answers of a run, in which each model answers each test case three times. */
export function countAnswers(cases: number, models: number): number {
  return cases * models * testLimits.rounds
}

/** Returns the price of a run in credits. `prices` has the price of an answer for each model. */
export function runPrice(cases: number, prices: number[]): number {
  return prices.reduce((sum, price) => sum + countAnswers(cases, 1) * price, 0)
}

/** Returns the share of answers that passed, with its Wilson interval. Returns null if there are too few answers. */
export function passInterval(passed: number, answered: number): Interval | null {
  return answered < testLimits.shareAnswersMin ? null : wilsonInterval(passed, answered - passed)
}

/** Tells in words how many answers passed, such as “14 of 15”. */
export function passCount(passed: number, answered: number): string {
  return `${formatNumber(passed)} of ${formatNumber(answered)}`
}

/** Tells whether the answers to one test case agree, because all passed or all failed, or whether they are mixed. */
export function agreement(passed: boolean[]): 'passed' | 'failed' | 'mixed' {
  if (passed.every(Boolean)) return 'passed'
  return passed.some(Boolean) ? 'mixed' : 'failed'
}
