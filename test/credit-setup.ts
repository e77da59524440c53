import { sql } from 'kysely'
import type { CreditContext, Plan } from '#features/credits/server/credit-context.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'

/** Creates what the verbs of credits need. The test sets the clock, and the plan that all users have. */
export function createCreditSetup(db: Db, start = '2026-11-20T12:00:00.000Z') {
  let now = new Date(start)
  let plan: Plan = { name: 'free' }
  const context: CreditContext = { now: () => now, planOf: async () => plan, limitsFirstGrants: false }
  return {
    context,
    now: () => now,
    setClock: (to: string | Date) => {
      now = new Date(to)
    },
    advanceClock: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    setPlan: (to: Plan) => {
      plan = to
    },
    /** Runs a verb in a new transaction. */
    run: <Input, Result>(verb: (tx: Tx, context: CreditContext, input: Input) => Promise<Result>, input: Input) =>
      inTransaction(db, (tx) => verb(tx, context, input)),
  }
}

/** Returns the entries of a user's ledger, oldest first, each in the form `allowance 30`. */
export async function readLedger(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select kind || ' ' || amount as line from credit_ledger where user_id = ${userId} order by number`.execute(db)
  return rows.map(({ line }) => line)
}

/** Returns a paid month of 30 days that ends at this time. */
export function paidMonthUntil(end: string | Date): { startsAt: Date; endsAt: Date } {
  const endsAt = new Date(end)
  return { startsAt: new Date(endsAt.getTime() - 30 * day), endsAt }
}

/** A minute in ms. */
export const minute = 60_000
/** A day in ms. */
export const day = 24 * 60 * minute
