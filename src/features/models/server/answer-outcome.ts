import { t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'
import { stoppingError } from '#platform/work/event-stream.ts'
import type { Answer } from './model-answer.ts'

/** What a member is told after an unexpected error. */
export const unexpectedErrorMessage = () => t('Something went wrong on our side. Nothing was charged for this answer.')

/**
 * Returns the error of an answer that isn't charged, or null for one that is: a finished answer, or one that the member
 * stopped after its first words. `isStopping` means that the server is shutting down, in which case a stopped answer
 * isn't charged.
 */
export function failureOf({ ending, text }: Answer, isStopping: boolean): AppError | null {
  if (ending.kind === 'failed') return ending.error
  if (ending.kind === 'done') return null
  if (isStopping) return stoppingError()
  return text === '' ? new AppError('conflict', t('Stopped before its first word. Nothing was charged.')) : null
}

/** Returns the text and the measurements that are stored for every answer, including failed ones. */
export function measurementsOf(answer: Answer, now: Date) {
  const { text, version, timeToFirstToken, time, tokens, cost } = answer
  return { text, version, timeToFirstToken, time, tokens, cost, answeredAt: now }
}
