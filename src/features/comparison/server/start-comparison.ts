import { sql } from 'kysely'
import { spendableCredits } from '#features/credits/server/append-entry.ts'
import { lockAccount } from '#features/credits/server/lock-account.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { requireCredits } from '#features/credits/server/take-from-grants.ts'
import { cleanText } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import type { StreamRun } from '#platform/work/once-streaming.ts'
import type { ComparisonInput } from '../contract.ts'
import { holdMs, letterAt } from '../rules.ts'
import type { ComparedPrompt } from './compared-prompt.ts'
import type { ComparisonContext } from './comparison-context.ts'
import { assignPlaces, type ComparisonRun, opKeyOf, type Participant } from './comparison-run.ts'

type ComparisonStart = { prompt: ComparedPrompt; input: ComparisonInput; models: ChosenModel[] }

/**
 * Starts a comparison, or resumes one whose process was killed (`earlier` has the events that it stored). In the
 * result, `waiting` lists the models without an outcome. Throws AppError insufficient_credits or rate_limited (the API
 * token's daily credits are used up).
 */
export async function startComparison(
  context: ComparisonContext,
  member: Member,
  start: ComparisonStart,
  { earlier, commit }: StreamRun,
): Promise<{ run: ComparisonRun; waiting: Participant[] }> {
  // If there are no models to ask, `end` is the only event.
  const startEvents = earlier.filter(({ event }) => event === 'start' || event === 'end')
  const id = startEvents[0] ? String(startEvents[0].data.comparisonId) : newId()
  const participants = startEvents[0]
    ? await readParticipants(context, member, id, start.models)
    : assignPlaces(start.models, start.input.blind)
  const run = { member, id, participants, isBlind: start.input.blind }
  const waiting = participants.filter(({ name }) => !isConcluded(earlier, name))
  await commit(async (tx) => {
    if (startEvents[0]) {
      await reservePrices(tx, context, { ...run, participants: waiting })
      return []
    }
    const credits = await storeComparison(tx, context, run, start)
    if (participants.length === 0) return [{ event: 'end', data: { comparisonId: id, credits } }]
    // The requested order of the models and their prices would reveal the models of a blind run.
    const announcedParticipants = run.isBlind ? participants.toSorted((a, b) => a.place - b.place) : participants
    return announcedParticipants.map(({ name, model }) => ({
      event: 'start',
      data: { runId: id, comparisonId: id, model: name, price: run.isBlind ? null : model.price },
    }))
  })
  return { run, waiting }
}

function isConcluded(events: StreamEvent[], name: string): boolean {
  return events.some(({ event, data }) => (event === 'done' || event === 'error') && data.model === name)
}

/** Returns the participants of a stored comparison, with their stored places. */
async function readParticipants(
  context: ComparisonContext,
  member: Member,
  id: string,
  models: ChosenModel[],
): Promise<Participant[]> {
  const rows = await context.db
    .selectFrom('comparisonAnswers as a')
    .innerJoin('comparisons as c', (join) =>
      join.onRef('c.id', '=', 'a.comparisonId').onRef('c.userId', '=', 'a.userId'),
    )
    .select(['a.model', 'a.place', 'c.blind'])
    .where('a.userId', '=', member.id)
    .where('a.comparisonId', '=', id)
    .execute()
  return models.flatMap((model) => {
    const row = rows.find((other) => other.model === model.id)
    return row ? [{ model, place: row.place, name: row.blind ? letterAt(row.place) : model.id }] : []
  })
}

/**
 * Stores a comparison and reserves either all prices or none. Returns the credits before the reservation. Throws
 * AppError insufficient_credits or rate_limited (the API token's daily credits are used up).
 */
async function storeComparison(
  tx: Tx,
  context: ComparisonContext,
  run: ComparisonRun,
  { prompt, input }: ComparisonStart,
): Promise<number> {
  const now = context.now()
  const userId = run.member.id
  const account = await lockAccount(tx, context.credits, { userId, network: networkOf(run.member.address) })
  requireCredits(
    account,
    run.participants.reduce((sum, { model }) => sum + model.price, 0),
  )
  await sql`
    insert into comparisons (user_id, id, prompt_id, from_prompt, content, variables, blind, created_at)
    values (${userId}, ${run.id}, ${prompt.promptId}, ${prompt.promptId !== null}, ${prompt.content}, ${JSON.stringify(input.variables)}::jsonb,
      ${input.blind}, ${now})`.execute(tx)
  const participantRows = run.participants.map(({ model, place }) => ({
    place,
    model: model.id,
    vendor: model.vendor,
    price: model.price,
    status: 'running' as const,
  }))
  const pastedRows = input.pasted.map(({ model, vendor = null, text }, i) => ({
    place: participantRows.length + i,
    model,
    vendor,
    text: cleanText(text),
    price: 0,
    status: 'done' as const,
    pasted: true,
    answeredAt: now,
  }))
  const answers = [...participantRows, ...pastedRows].map((answer) => ({ ...answer, userId, comparisonId: run.id }))
  await tx.insertInto('comparisonAnswers').values(answers).execute()
  await reservePrices(tx, context, run)
  return spendableCredits(account)
}

/** Reserves the participants' prices. A hold's key (`opKey`) makes sure that a resumed run reserves nothing twice. */
async function reservePrices(
  tx: Tx,
  context: ComparisonContext,
  { member, id, participants }: ComparisonRun,
): Promise<void> {
  const expiresAt = new Date(context.now().getTime() + holdMs)
  for (const { model } of participants) {
    if (model.price === 0) continue
    await reserveCredits(tx, context.credits, {
      userId: member.id,
      network: networkOf(member.address),
      amount: model.price,
      opKey: opKeyOf(id, model.id),
      reason: `Comparison, ${model.name}`,
      expiresAt,
      token: member.token,
    })
  }
}
