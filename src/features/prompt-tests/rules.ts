import { t } from '#lib/texts.ts'
import { type Interval, wilsonInterval } from '#lib/wilson.ts'

/** The limits of a prompt's tests. Lengths are in characters. */
export const testLimits = {
  casesMax: 5,
  /** How many proposed test cases of one member may be open for a prompt. */
  proposalsPerMemberMax: 2,
  /** How many proposed test cases of all members together may be open for a prompt. */
  proposalsPerPromptMax: 20,
  checksMax: 6,
  /** The length of the sentence that says what a test case tests. */
  reasonMax: 200,
  modelsMax: 5,
  /** How many times each model answers each test case. */
  rounds: 3,
  /** With fewer answers, only the counts are shown, without a share in percent. */
  shareAnswersMin: 9,
  /** The length of the longest answer on which a member may try checks. */
  trialMax: 20_000,
} as const

/**
 * How often a member may add, change or decide on test cases, try them, and start runs: `points` times in `seconds`.
 */
export const caseLimit = { name: 'test-cases', points: 60, seconds: 3600 } as const
export const trialLimit = { name: 'test-trials', points: 15, seconds: 60 } as const
export const runStartLimit = { name: 'test-runs', points: 30, seconds: 3600 } as const

/** How long credits stay reserved for a run, in ms. Even the largest run normally ends before that. */
export const holdMs = 15 * 60_000

export const answerStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** The model parameters that a run sets. For all others, the vendors' defaults apply. */
export type RunParameters = { outputTokensMax: number }

/** Returns the number of answers of a run, in which each model answers each test case three times. */
export function countAnswers(cases: number, models: number): number {
  return cases * models * testLimits.rounds
}

/** Returns the price of a run in credits. `prices` has each model's price for one answer. */
export function runPrice(cases: number, prices: number[]): number {
  return prices.reduce((sum, price) => sum + countAnswers(cases, 1) * price, 0)
}

/** Returns the share of answers that passed, with its Wilson interval. Returns null if there are too few answers. */
export function passInterval(passed: number, answered: number): Interval | null {
  return answered < testLimits.shareAnswersMin ? null : wilsonInterval(passed, answered - passed)
}

/** Returns as text how many answers passed, such as “14 of 15”. */
export function passCount(passed: number, answered: number): string {
  return t('{passed} of {answered}', { passed, answered })
}

/** Tells whether all answers to one test case passed, all failed, or only some passed. */
export function agreement(outcomes: boolean[]): 'passed' | 'failed' | 'mixed' {
  if (outcomes.every(Boolean)) return 'passed'
  return outcomes.some(Boolean) ? 'mixed' : 'failed'
}
