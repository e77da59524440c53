import { sql } from 'kysely'
import { readCreditsIn } from '#features/credits/server/credit-queries.ts'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'
import { holdMs } from '../rules.ts'
import type { GeneratorContext } from './generator-context.ts'

/** A run of the generator, with the member who pays for it. */
export type Run = { member: Member; id: string; model: ChosenModel }

/** Returns the key of a run's hold and ledger entry. */
const opKey = (id: string) => `generation:${id}`

/**
 * Reserves the price and stores the run as running. A retry repeats this. Throws AppError insufficient_credits,
 * rate_limited.
 */
export async function beginGeneration(
  tx: Tx,
  context: GeneratorContext,
  run: Run,
  input: GeneratorInput,
): Promise<void> {
  const { member, id, model } = run
  const now = context.now()
  const owner = { userId: member.id, network: networkOf(member.address) }
  if (model.price > 0)
    await reserveCredits(tx, context.credits, {
      ...owner,
      amount: model.price,
      opKey: opKey(id),
      reason: `Prompt generator, ${model.name}`,
      expiresAt: new Date(now.getTime() + holdMs),
      token: member.token,
    })
  const { idea, kind, tone, audience, language, refine } = input
  await sql`
    insert into generations (user_id, id, idea, wishes, model, vendor, price, status, created_at)
    values (${member.id}, ${id}, ${idea}, ${JSON.stringify({ kind, tone, audience, language, refine })}::jsonb,
      ${model.id}, ${model.vendor}, ${model.price}, 'running', ${now})
    on conflict (user_id, id) do update set status = 'running', price = excluded.price, failure = null,
      created_at = excluded.created_at`.execute(tx)
}

type StoredResult = { prompt: GeneratedPrompt; version: string | null; status: 'done' | 'stopped' }

/** Stores the prompt and charges the price of the run. Returns the remaining credits. */
export async function storeGeneration(
  tx: Tx,
  context: GeneratorContext,
  run: Run,
  stored: StoredResult,
): Promise<number> {
  const { id: userId, token } = run.member
  await sql`
    update generations set status = ${stored.status}, prompt = ${JSON.stringify(stored.prompt)}::jsonb,
      version = ${stored.version}
    where user_id = ${userId} and id = ${run.id}`.execute(tx)
  if (run.model.price === 0) return readCreditsIn(tx, context.credits, { userId })
  return settleHold(tx, context.credits, { userId, opKey: opKey(run.id), token })
}

/** Stores the failure and refunds the price. Returns the remaining credits. */
export async function failGeneration(tx: Tx, context: GeneratorContext, run: Run, failure: string): Promise<number> {
  await sql`
    update generations set status = 'failed', price = 0, failure = ${failure}
    where user_id = ${run.member.id} and id = ${run.id} and status = 'running'`.execute(tx)
  return releaseHold(tx, context.credits, { userId: run.member.id, opKey: opKey(run.id) })
}
