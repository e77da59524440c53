import { formatNumber } from '#lib/numbers.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'

/** All limits on tests of a prompt. Lengths in characters. */
export const testLimits = {
  casesMax: 5,
  /** How many open proposals a prompt may have from one person, and in total. */
  proposalsMax: 2,
  proposalsOfAllMax: 20,
  checksMax: 6,
  reasonMax: 200,
  modelsMax: 5,
  /** How many times each model answers each case. */
  rounds: 3,
  /** The minimum number of answers for which a share is shown in addition to counts. */
  shareAnswersMin: 9,
  /** The maximum length of an answer that a member sends to try checks. */
  trialMax: 20_000,
} as const

/** How often a member may write cases, try checks and start runs. */
export const caseLimit = { name: 'test-cases', points: 60, seconds: 3600 } as const
export const trialLimit = { name: 'test-trials', points: 15, seconds: 60 } as const
export const runStartLimit = { name: 'test-runs', points: 30, seconds: 3600 } as const

/** After how many ms the credits that are reserved for a run become free again: longer than the largest run can last. */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** The parameters of the questions. All others are the vendors' defaults. */
export type RunParameters = { outputTokensMax: number }

/** The number of answers of a run: each model answers each case three times. */
export function countAnswers(cases: number, models: number): number {
  return cases * models * testLimits.rounds
}

/** The price of a run in credits. `prices`: the price of an answer of each model. */
export function runPrice(cases: number, prices: number[]): number {
  return prices.reduce((sum, price) => sum + countAnswers(cases, 1) * price, 0)
}

/** The share of answers that passed, with its Wilson interval. Null if there are too few answers. */
export function passInterval(passed: number, answered: number): Interval | null {
  return answered < testLimits.shareAnswersMin ? null : wilsonInterval(passed, answered - passed)
}

/** How many answers passed: “14 of 15”. */
export function passCount(passed: number, answered: number): string {
  return `${formatNumber(passed)} of ${formatNumber(answered)}`
}

/** Whether the answers to one case agree: all passed, all failed, or mixed. */
export function agreement(passed: boolean[]): 'passed' | 'failed' | 'mixed' {
  if (passed.every(Boolean)) return 'passed'
  return passed.some(Boolean) ? 'mixed' : 'failed'
}
