import { readCreditsIn } from '#features/credits/server/credit-queries.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import type { Answer } from '#features/models/server/model-answer.ts'
import type { Tx } from '#server/platform/db.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { type ComparisonRun, opKeyOf, type Seat } from './comparison-run.ts'

/** Keeps an answer and charges its price, both or neither. Answers what can be spent then. */
export async function keepAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { seat, answer }: { seat: Seat; answer: Answer },
): Promise<number> {
  await answersOf(tx, run, seat)
    .set({
      ...measured(answer, context.now()),
      status: answer.ending.kind === 'done' ? 'done' : 'stopped',
      cut: answer.ending.kind === 'done' && answer.ending.cut,
    })
    .execute()
  const userId = run.member.id
  if (seat.model.price === 0) return readCreditsIn(tx, context.credits, { userId })
  return settleHold(tx, context.credits, { userId, opKey: opKeyOf(run.id, seat.model.id) })
}

type Failed = { seat: Seat; answer: Answer; status: 'failed' | 'stopped'; failure: string }

/** Writes down why there is no whole answer and gives its price back, alone. Answers what can be spent then. */
export async function failAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { seat, answer, status, failure }: Failed,
): Promise<number> {
  await answersOf(tx, run, seat)
    .set({ ...measured(answer, context.now()), status, failure, price: 0 })
    .execute()
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKeyOf(run.id, seat.model.id) })
}

/** Writes down that an answer broke, whatever there was of it, and gives its price back. Answers what can be spent then. */
export async function breakAnswer(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { seat, failure }: { seat: Seat; failure: string },
): Promise<number> {
  await answersOf(tx, run, seat)
    .set({ status: 'failed', failure, price: 0, answered_at: context.now() })
    .where('status', '=', 'running')
    .execute()
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKeyOf(run.id, seat.model.id) })
}

function answersOf(tx: Tx, { member, id }: ComparisonRun, { place }: Seat) {
  return tx
    .updateTable('comparison_answers')
    .where('user_id', '=', member.id)
    .where('comparison_id', '=', id)
    .where('place', '=', place)
}

function measured(answer: Answer, now: Date) {
  return {
    text: answer.text,
    version: answer.version,
    time_to_first_token: answer.timeToFirstToken,
    time: answer.time,
    tokens: answer.tokens,
    cost: answer.cost,
    answered_at: now,
  }
}
