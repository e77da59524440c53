import { AppError } from '#server/platform/errors.ts'
import { stoppingError } from '#server/platform/event-stream.ts'
import type { Answer } from './model-answer.ts'

/** What a reader gets to know about an unexpected error. */
export const brokenAnswer = 'Something went wrong on our side. Nothing was charged for this answer.'

/**
 * Why an answer isn't paid for; null if it is complete, or was stopped after its first words. `isStopping`: the server
 * stops, which isn't the reader's doing.
 */
export function failureOf({ ending, text }: Answer, isStopping: boolean): AppError | null {
  if (ending.kind === 'failed') return ending.error
  if (ending.kind === 'done') return null
  if (isStopping) return stoppingError()
  return text === '' ? new AppError('conflict', 'Stopped before its first word. Nothing was charged.') : null
}

/** What is stored of every answer, also of one that failed. */
export function measurementsOf(answer: Answer, now: Date) {
  const { text, version, timeToFirstToken, time, tokens, cost } = answer
  return { text, version, timeToFirstToken, time, tokens, cost, answeredAt: now }
}
