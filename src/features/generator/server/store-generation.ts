import { sql } from 'kysely'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import { readCreditsIn } from '#features/credits/server/credit-queries.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { type Reservation, reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { type SettleInput, settleHold } from '#features/credits/server/settle-hold.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { networkOf } from '#platform/limits.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'
import { holdMs } from '../rules.ts'
import type { StoredPrompt } from './generations.table.ts'

type Context = { now: () => Date; credits: CreditContext }

/** A run of the generator, with the member who pays for it. */
export type Run = { member: Member; id: string; model: ChosenModel }
/** A run to begin. */
export type NewRun = { run: Run; input: GeneratorInput }
/** A run to charge, with what the model wrote. */
export type FinishedRun = { run: Run; stored: ResultToStore }
type ResultToStore = { prompt: GeneratedPrompt; version: string | null; status: 'done' | 'stopped' }

/** Returns the key of a run's hold. */
const opKey = (id: string) => `generation:${id}`

/** Returns the reservation for a run's price. */
export function reservationOf({ member, id, model }: Run, now: Date): Reservation {
  return {
    userId: member.id,
    network: networkOf(member.address),
    amount: model.price,
    opKey: opKey(id),
    reason: `Prompt generator, ${model.name}`,
    expiresAt: new Date(now.getTime() + holdMs),
    token: member.token,
  }
}

/** Returns the input for settling a run's reservation. */
export function settlementOf({ member, id }: Run): SettleInput {
  return { userId: member.id, opKey: opKey(id), token: member.token }
}

/**
 * Reserves the price and stores the run as running. A retry calls it again, which doesn't reserve the price twice.
 * Throws AppError insufficient_credits, rate_limited.
 */
export async function beginGeneration(tx: Tx, context: Context, newRun: NewRun): Promise<void> {
  const { run } = newRun
  const now = context.now()
  if (run.model.price > 0) await reserveCredits(tx, context.credits, reservationOf(run, now))
  await insertGenerations(tx, [newRun], now)
}

/** Stores runs as running, including retried ones. */
export async function insertGenerations(tx: Tx, newRuns: NewRun[], now: Date): Promise<void> {
  const runs = newRuns.map(({ run }) => run)
  const inputs = newRuns.map(({ input }) => input)
  await sql`${preparedOnce}
    insert into generations (user_id, id, idea, wishes, model, vendor, price, status, created_at)
    select *, 'running', ${now}::timestamptz from unnest(${runs.map(({ member }) => member.id)}::uuid[],
      ${runs.map(({ id }) => id)}::uuid[], ${inputs.map(({ idea }) => idea)}::text[],
      ${inputs.map((input) => JSON.stringify(wishesOf(input)))}::jsonb[],
      ${runs.map(({ model }) => model.id)}::text[], ${runs.map(({ model }) => model.vendor)}::text[],
      ${runs.map(({ model }) => model.price)}::integer[])
    on conflict (user_id, id) do update set status = 'running', price = excluded.price, failure = null,
      created_at = excluded.created_at`.execute(tx)
}

/** Returns what the column `wishes` stores of an input. */
function wishesOf({ kind, tone, audience, language, refine }: GeneratorInput) {
  return { kind, tone, audience, language, refine }
}

/** Stores the prompt and charges the price of the run. Returns the remaining credits. */
export async function storeGeneration(tx: Tx, context: Context, finished: FinishedRun): Promise<number> {
  const { run } = finished
  await updateGenerations(tx, [finished])
  if (run.model.price === 0) return readCreditsIn(tx, context.credits, { userId: run.member.id })
  return settleHold(tx, context.credits, settlementOf(run))
}

/** Stores the prompts of runs. */
export async function updateGenerations(tx: Tx, finished: FinishedRun[]): Promise<void> {
  const runs = finished.map(({ run }) => run)
  const results = finished.map(({ stored }) => stored)
  await sql`${preparedOnce}
    update generations g set status = f.status, prompt = f.prompt, version = f.version
    from unnest(${runs.map(({ member }) => member.id)}::uuid[], ${runs.map(({ id }) => id)}::uuid[],
      ${results.map(({ status }) => status)}::text[], ${results.map(({ prompt }) => JSON.stringify(toStored(prompt)))}::jsonb[],
      ${results.map(({ version }) => version)}::text[]) as f (user_id, id, status, prompt, version)
    where g.user_id = f.user_id and g.id = f.id`.execute(tx)
}

function toStored({ source, alternatives, ...prompt }: GeneratedPrompt): StoredPrompt {
  return { ...prompt, sourceId: source?.id ?? null, alternativeIds: alternatives.map(({ id }) => id) }
}

/** Returns the first event of a run. */
export function startEvent({ id, model }: Run): StreamEvent {
  return { event: 'start', data: { runId: id, price: model.price, model: model.id } }
}

/** Returns the last event of a run. `credits`: what the member can spend now. */
export function doneEvent({ stored }: FinishedRun, credits: number): StreamEvent {
  return { event: 'done', data: { prompt: stored.prompt, credits } }
}

/** Stores the failure and refunds the price. Returns the remaining credits. */
export async function failGeneration(tx: Tx, context: Context, run: Run, failure: string): Promise<number> {
  await sql`
    update generations set status = 'failed', price = 0, failure = ${failure}
    where user_id = ${run.member.id} and id = ${run.id} and status = 'running'`.execute(tx)
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKey(run.id) })
}
