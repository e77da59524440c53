import type { Updateable } from 'kysely'
import { readCreditsIn } from '#features/credits/server/credit-queries.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import { measurementsOf } from '#features/models/server/answer-outcome.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Tx } from '#platform/database/db.ts'
import { type AnswerStatus, answerStatuses } from '../rules.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { type ComparisonRun, opKeyOf, type Participant } from './comparison-run.ts'
import type { ComparisonAnswersTable } from './comparisons.table.ts'
import { writeAnswer } from './record-comparison-change.ts'

/**
 * Stores an answer that is complete or was stopped after its first words, and charges the model's price. Returns the
 * remaining credits.
 */
export async function storeAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { participant, answer }: { participant: Participant; answer: Answer },
): Promise<number> {
  await updateAnswer(tx, run, participant, {
    ...measurementsOf(answer, context.now()),
    status: answer.ending.kind === 'done' ? 'done' : 'stopped',
    cut: answer.ending.kind === 'done' && answer.ending.cut,
  })
  const { id: userId, token } = run.member
  if (participant.model.price === 0) return readCreditsIn(tx, context.credits, { userId })
  return settleHold(tx, context.credits, { userId, opKey: opKeyOf(run.id, participant.model.id), token })
}

type FailedAnswer = { participant: Participant; answer: Answer; status: 'failed' | 'stopped'; failure: string }

/**
 * Stores an answer that isn't charged, with the reason (`failure`), and releases the credits reserved for it. Returns
 * the remaining credits.
 */
export async function failAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { participant, answer, status, failure }: FailedAnswer,
): Promise<number> {
  await updateAnswer(tx, run, participant, { ...measurementsOf(answer, context.now()), status, failure, price: 0 })
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKeyOf(run.id, participant.model.id) })
}

/**
 * After an unexpected error, marks an answer as failed if it is still running, and releases the credits reserved for
 * it. Returns the remaining credits.
 */
export async function failRunningAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { participant, failure }: { participant: Participant; failure: string },
): Promise<number> {
  const change = { status: 'failed', failure, price: 0, answeredAt: context.now() } as const
  await updateAnswer(tx, run, participant, change, ['running'])
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKeyOf(run.id, participant.model.id) })
}

async function updateAnswer(
  tx: Tx,
  { member, id }: ComparisonRun,
  { place }: Participant,
  change: Updateable<ComparisonAnswersTable>,
  expectedStatuses: readonly AnswerStatus[] = answerStatuses,
): Promise<void> {
  const update = tx
    .updateTable('comparisonAnswers')
    .set(change)
    .where('userId', '=', member.id)
    .where('comparisonId', '=', id)
    .where('place', '=', place)
    .where('status', 'in', expectedStatuses)
  await writeAnswer(tx, { userId: member.id, id }, () => update.execute())
}
