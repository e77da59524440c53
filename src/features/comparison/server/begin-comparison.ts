import { sql } from 'kysely'
import { lockAccount } from '#features/credits/server/lock-account.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { requireCredits } from '#features/credits/server/take-from-lots.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import type { StreamEvent } from '#server/platform/idempotency.table.ts'
import { newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { StreamRun } from '#server/platform/once-streaming.ts'
import type { ComparisonWish } from '../contract.ts'
import { holdMs, labelOf } from '../rules.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { type ComparisonRun, drawSeats, opKeyOf, type Seat } from './comparison-run.ts'
import type { Source } from './prompt-source.ts'

type Wanted = { source: Source; wish: ComparisonWish; models: ChosenModel[] }

/**
 * Begins a comparison, or takes up one whose process died: then only models without an outcome are `waiting`.
 * AppError insufficient_credits.
 */
export async function startComparison(
  context: ComparisonContext,
  member: Member,
  wanted: Wanted,
  { earlier, commit }: StreamRun,
): Promise<{ run: ComparisonRun; waiting: Seat[] }> {
  const started = earlier.filter(({ event }) => event === 'start')
  const id = started[0] ? String(started[0].data.comparisonId) : newId()
  const seats = started[0]
    ? await seatsAgain(context, member, id, wanted.models)
    : drawSeats(wanted.models, wanted.wish.blind)
  const run = { member, id, seats, blind: wanted.wish.blind }
  const waiting = seats.filter(({ name }) => !isConcluded(earlier, name))
  await commit(async (tx) => {
    if (started[0]) {
      await reserveSeats(tx, context, { ...run, seats: waiting })
      return []
    }
    await beginComparison(tx, context, run, wanted)
    // In a blind run the order of the wish and the prices would tell who is who.
    const told = run.blind ? seats.toSorted((one, other) => one.place - other.place) : seats
    return told.map(({ name, model }) => ({
      event: 'start',
      data: { runId: id, comparisonId: id, model: name, price: run.blind ? null : model.price },
    }))
  })
  return { run, waiting }
}

function isConcluded(events: StreamEvent[], name: string): boolean {
  return events.some(({ event, data }) => (event === 'done' || event === 'error') && data.model === name)
}

/** The places as they were drawn before. */
async function seatsAgain(
  context: ComparisonContext,
  member: Member,
  id: string,
  models: ChosenModel[],
): Promise<Seat[]> {
  const rows = await context.db
    .selectFrom('comparison_answers as a')
    .innerJoin('comparisons as c', (join) =>
      join.onRef('c.id', '=', 'a.comparison_id').onRef('c.user_id', '=', 'a.user_id'),
    )
    .select(['a.model', 'a.place', 'c.blind'])
    .where('a.user_id', '=', member.id)
    .where('a.comparison_id', '=', id)
    .execute()
  return models.flatMap((model) => {
    const row = rows.find((other) => other.model === model.id)
    return row ? [{ model, place: row.place, name: row.blind ? labelOf(row.place) : model.id }] : []
  })
}

/** Writes a comparison down and sets every price aside, all or nothing. AppError insufficient_credits. */
async function beginComparison(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { source, wish }: Wanted,
): Promise<void> {
  const now = context.now()
  const userId = run.member.id
  const account = await lockAccount(tx, context.credits, { userId, network: networkOf(run.member.address) })
  requireCredits(
    account,
    run.seats.reduce((sum, { model }) => sum + model.price, 0),
  )
  await sql`
    insert into comparisons (user_id, id, prompt_id, from_prompt, content, variables, blind, created_at)
    values (${userId}, ${run.id}, ${source.promptId}, ${source.promptId !== null}, ${source.content}, ${JSON.stringify(wish.variables)}::jsonb,
      ${wish.blind}, ${now})`.execute(tx)
  await tx
    .insertInto('comparison_answers')
    .values(
      run.seats.map(({ model, place }) => ({
        user_id: userId,
        comparison_id: run.id,
        place,
        model: model.id,
        vendor: model.vendor,
        price: model.price,
        status: 'running' as const,
      })),
    )
    .execute()
  await reserveSeats(tx, context, run)
}

/** Sets the prices of a run's models aside: those that are not yet, for a run that begins again. */
async function reserveSeats(tx: Tx, context: ComparisonContext, { member, id, seats }: ComparisonRun): Promise<void> {
  const expiresAt = new Date(context.now().getTime() + holdMs)
  for (const { model } of seats) {
    if (model.price === 0) continue
    await reserveCredits(tx, context.credits, {
      userId: member.id,
      network: networkOf(member.address),
      amount: model.price,
      opKey: opKeyOf(id, model.id),
      reason: `Comparison, ${model.name}`,
      expiresAt,
    })
  }
}
