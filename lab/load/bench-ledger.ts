import { createSpendBatcher } from '#features/credits/server/batch-spends.ts'
import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import { spendCredits } from '#features/credits/server/spend-credits.ts'
import { createGenerationBatches } from '#features/generator/server/batch-generations.ts'
import { beginGeneration, type Run, storeGeneration } from '#features/generator/server/store-generation.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type OpenDatabase, openDatabase } from '#server/database/database.ts'
import type { Settings } from '#server/settings/settings.ts'
import { generatedLetter } from '#test/generated-letter.ts'
import { memberOf } from '#test/test-site.ts'
import { checkLedger } from './bench-spends.ts'
import { atLeast, percentiles, type Row } from './report.ts'

const personCount = 50
const seconds = 5
/** What the generator stores of a run in this benchmark. */
const stored = { prompt: generatedLetter, version: null, status: 'done' } as const
const noResponses = () => []
const context = { now: () => new Date(), planOf: freePlanForAll, limitsFirstGrants: false }

/**
 * Measures spends by 50 users at the same time and by one user, and reservations that are settled. The database must
 * have all migrations.
 */
export async function benchLedger(settings: Settings): Promise<Row[]> {
  const database = await openDatabase(settings, { purpose: 'command', log: () => undefined, max: personCount })
  try {
    return await measure(database)
  } finally {
    await database.close()
  }
}

async function measure(database: OpenDatabase): Promise<Row[]> {
  const { db, pool } = database
  const userIds = Array.from({ length: personCount }, newId)
  for (const id of userIds) {
    await db
      .insertInto('users')
      .values({
        id,
        name: id,
        email: `${id}@bench.invalid`,
        username: `b${id.slice(-20)}`,
        displayUsername: 'bench',
      })
      .execute()
    const pack = { kind: 'purchase', reason: 'Bench', expiresAt: null } as const
    await inTransaction(db, (tx) =>
      grantCredits(tx, context, { userId: id, amount: 1_000_000, sourceKey: 'pack:bench', ...pack }),
    )
  }
  // This spends credits as POST /api/user/credits/decrease does.
  const spendBatched = createSpendBatcher(db, context)
  const spend = async (userId: string) => {
    const spending = { userId, amount: 1, reason: null }
    if ((await spendBatched(spending)) === null) await inTransaction(db, (tx) => spendCredits(tx, context, spending))
  }
  const run = async (userId: string) => {
    const opKey = newId()
    const expiresAt = new Date(Date.now() + 60_000)
    await inTransaction(db, (tx) =>
      reserveCredits(tx, context, { userId, amount: 1, opKey, reason: 'Bench', expiresAt }),
    )
    await inTransaction(db, (tx) => settleHold(tx, context, { userId, opKey }))
  }
  const batches = createGenerationBatches({ db, now: context.now })
  const generation = { now: context.now, credits: context }
  // This begins and charges a run as POST /api/prompt-generator does.
  const generate = async (userId: string) => {
    const run: Run = {
      member: memberOf(userId),
      id: newId(),
      model: { id: 'bench', name: 'Bench', vendor: 'openai', price: 1 },
    }
    const input = { idea: 'Bench' }
    if ((await batches.begin({ run, input, responsesFor: noResponses })) === null)
      await inTransaction(db, (tx) => beginGeneration(tx, generation, { run, input }))
    if ((await batches.charge({ run, stored, responsesFor: noResponses })) === null)
      await inTransaction(db, (tx) => storeGeneration(tx, generation, { run, stored }))
  }
  await pool.query('vacuum analyze')
  const baseline = await prepareBaseline(database)
  const rows = [
    row('a bare update and insert, for comparison', await load(userIds, baseline)),
    row(`${personCount} people spending`, await load(userIds, spend)),
    row(`${personCount} people, reserve and settle for runs of the generator`, await load(userIds, generate), 1_000),
    row(`${personCount} people, reserve and settle, each alone`, await load(userIds, run)),
    row(
      `one person, ${personCount} spends at the same time`,
      await load(
        Array.from({ length: personCount }, () => userIds[0] as string),
        spend,
      ),
    ),
  ]
  await checkLedger(database)
  return rows
}

/** Prepares the baseline: one statement that changes a number and adds a row, in tables without foreign keys. */
async function prepareBaseline({ pool }: OpenDatabase) {
  await pool.query('create table bare_balance (id uuid primary key, balance integer not null)')
  await pool.query('create table bare_entry (id uuid primary key, account uuid not null, amount integer not null)')
  return async (userId: string) => {
    const insert =
      'insert into bare_balance values ($1, -1) on conflict (id) do update set balance = bare_balance.balance - 1'
    await pool.query(`with account as (${insert}) insert into bare_entry values ($2, $1, -1)`, [userId, newId()])
  }
}

/** Lets each of `userIds` repeat `act` for 5 s. Returns how long each call took, in ms. */
async function load(userIds: string[], act: (userId: string) => Promise<unknown>) {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    userIds.map(async (userId) => {
      for (let start = performance.now(); start < end; start = performance.now()) {
        await act(userId)
        times.push(performance.now() - start)
      }
    }),
  )
  return times
}

function row(what: string, times: number[], budget?: number): Row {
  const { p50, p95 } = percentiles(times)
  const rate = times.length / seconds
  const figure = `${Math.round(rate)} a second; p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  return budget ? [what, figure, atLeast(budget, rate, 'a second')] : [what, figure]
}
