import { fileURLToPath } from 'node:url'
import { t } from '#lib/texts.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { createWorkProcess } from '#platform/work/work-process.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'
import type { Check, Outcome } from '../check-rules.ts'
import { type CheckTrial, tryChecks } from './try-checks.ts'

/** Checks to run on an answer. Without an answer, the checks themselves are checked. */
export type CheckTask = { checks: Check[]; answer: string | undefined }

/** How many tasks may wait. Each takes up to half a second. */
const waitingMax = 100
/** After this time, in ms, something must be wrong: the sizes of checks and answers limit the time of a task. */
const taskMs = 60_000

const program = fileURLToPath(new URL('./check-process.ts', import.meta.url))
const work = createWorkProcess<CheckTask, CheckTrial[]>({ program, tasksPerProcess: 1_000, taskMs })
const enqueue = createBoundedQueue({ concurrency: 1, waitingMax, refusal: tooManyError })

/**
 * Does the same as `tryChecks`, for a member who waits for the result. Throws AppError overloaded if many others wait.
 */
export async function tryChecksInTurn(checks: Check[], answer: string | undefined): Promise<CheckTrial[]> {
  return enqueue(() => tryChecksAside(checks, answer))
}

/** Runs valid checks on a model's answer, however many others wait: the answer has been paid for. */
export async function runChecks(checks: Check[], answer: string): Promise<Outcome[]> {
  return (await tryChecksAside(checks, answer)).map(({ error, outcome }) => outcome ?? { passed: false, why: error })
}

/**
 * Throws AppError validation_failed for the first check that can't be run, such as one with an invalid pattern, and
 * overloaded.
 */
export async function refuseBrokenChecks(checks: Check[]): Promise<void> {
  for (const [index, { error }] of (await tryChecksInTurn(checks, undefined)).entries())
    if (error) throw invalidField(`checks.${index}`, error)
}

/**
 * Uses a separate process if a check needs a library: compiling six schemas, or matching a pattern on a long answer,
 * takes longer than other requests may wait.
 */
async function tryChecksAside(checks: Check[], answer: string | undefined): Promise<CheckTrial[]> {
  const needsLibrary = checks.some(({ kind }) => kind === 'matches' || kind === 'json-schema' || kind === 'language')
  return needsLibrary ? work({ checks, answer }) : tryChecks(checks, answer)
}

function tooManyError(): AppError {
  return new AppError('overloaded', t('Many tests are being checked at the moment. Try again in a few seconds.'), {
    retryAfter: 5,
  })
}
