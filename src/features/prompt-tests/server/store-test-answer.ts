import { readCreditsIn } from '#features/credits/server/credit-queries.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import { measurementsOf } from '#features/models/server/answer-outcome.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Outcome } from '../check-rules.ts'
import type { RunContext } from './test-context.ts'
import { opKeyOf, type TestQuestion, type TestRunState } from './test-run.ts'

/**
 * Stores an answer with the outcomes of its checks (null if the answer was stopped) and charges its price. Returns the
 * member's remaining credits, or 0 if the site pays.
 */
export async function storeTestAnswer(
  tx: Tx,
  context: RunContext,
  run: TestRunState,
  { question, answer, outcomes }: { question: TestQuestion; answer: Answer; outcomes: Outcome[] | null },
): Promise<number> {
  const { ending } = answer
  const { numUpdatedRows } = await updateAnswer(tx, run, question)
    .set({
      ...measurementsOf(answer, context.now()),
      status: ending.kind === 'done' ? 'done' : 'stopped',
      cut: ending.kind === 'done' && ending.cut,
      passed: outcomes?.every(({ passed }) => passed) ?? null,
      checks: outcomes && JSON.stringify(outcomes),
    })
    .executeTakeFirst()
  if (!run.payer) return 0
  const { id: userId, token } = run.payer
  // The run took so long that `closeTestRuns` has already stored this answer as failed, so it isn't charged.
  if (numUpdatedRows === 0n) return releaseHold(tx, context.credits, { userId, opKey: opKeyOf(run.id, question.place) })
  if (question.model.price === 0) return readCreditsIn(tx, context.credits, { userId })
  return settleHold(tx, context.credits, { userId, opKey: opKeyOf(run.id, question.place), token })
}

/** `failure` says in a sentence why there is no complete answer. `answer` is unset after an unexpected error. */
type FailedAnswer = { question: TestQuestion; status: 'failed' | 'stopped'; failure: string; answer?: Answer }

/**
 * Stores why there is no complete answer, with the part that arrived, and refunds the price. Returns the member's
 * remaining credits, or 0 if the site pays.
 */
export async function failTestAnswer(
  tx: Tx,
  context: RunContext,
  run: TestRunState,
  { question, status, failure, answer }: FailedAnswer,
): Promise<number> {
  const measurements = answer ? measurementsOf(answer, context.now()) : { answeredAt: context.now() }
  await updateAnswer(tx, run, question)
    .set({ ...measurements, status, failure, price: 0 })
    .execute()
  if (!run.payer) return 0
  return releaseHold(tx, context.credits, { userId: run.payer.id, opKey: opKeyOf(run.id, question.place) })
}

/** Removes a question from a run that didn't ask it. */
export async function dropTestQuestion(tx: Tx, { id }: TestRunState, { place }: TestQuestion): Promise<void> {
  await tx
    .deleteFrom('testAnswers')
    .where('runId', '=', id)
    .where('place', '=', place)
    .where('status', '=', 'running')
    .execute()
}

/** Begins an update that changes an answer only if it has no outcome yet, so that no outcome is replaced. */
function updateAnswer(tx: Tx, { id }: TestRunState, { place }: TestQuestion) {
  return tx
    .updateTable('testAnswers')
    .where('runId', '=', id)
    .where('place', '=', place)
    .where('status', '=', 'running')
}
