import { formatNumber } from '#lib/numbers.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'

/** All limits on tests of a prompt. Lengths in characters. */
export const testLimits = {
  casesMax: 5,
  /** Open proposals of one person for one prompt, and of all. */
  proposalsMax: 2,
  proposalsOfAllMax: 20,
  checksMax: 6,
  reasonMax: 200,
  modelsMax: 5,
  /** How often each model gets each case. */
  rounds: 3,
  /** With fewer answers, only counts are shown. */
  shareFrom: 9,
  /** Of an answer that a member sends to try checks on. */
  trialMax: 20_000,
} as const

/** How often a member may write cases, try checks and start runs. */
export const caseLimit = { name: 'test-cases', points: 60, seconds: 3600 } as const
export const trialLimit = { name: 'test-trials', points: 15, seconds: 60 } as const
export const runStartLimit = { name: 'test-runs', points: 30, seconds: 3600 } as const

/** When the holds of a run expire, in ms: later than a run of the most answers can last. */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** What models were asked with. The rest is each vendor's default. */
export type RunParameters = { outputTokensMax: number }

/** The answers of a run: each model gets each case three times. */
export function countAnswers(cases: number, models: number): number {
  return cases * models * testLimits.rounds
}

/** The price of a run in credits. `prices`: of one answer, by model. */
export function runPrice(cases: number, prices: number[]): number {
  return prices.reduce((sum, price) => sum + countAnswers(cases, 1) * price, 0)
}

/** The share of answers that passed, with its Wilson interval. Null while there are too few for a share. */
export function passInterval(passed: number, answered: number): Interval | null {
  return answered < testLimits.shareFrom ? null : wilsonInterval(passed, answered - passed)
}

/** “14 of 15”. */
export function passCount(passed: number, answered: number): string {
  return `${formatNumber(passed)} of ${formatNumber(answered)}`
}

/** Whether the answers to one case agree: all passed, none did, or some. */
export function agreement(passed: boolean[]): 'passed' | 'failed' | 'mixed' {
  if (passed.every(Boolean)) return 'passed'
  return passed.some(Boolean) ? 'mixed' : 'failed'
}
