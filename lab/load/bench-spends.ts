import { freePlanForAll } from '#features/credits/server/credit-context.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import type { OpenDatabase } from '#server/database/database.ts'
import type { StartedProgram } from '#test/processes.ts'
import { loadHttp } from './http-load.ts'
import { addMembers, signInMany } from './members.ts'
import { atLeast, type Row } from './report.ts'

const personCount = 50
const credits = 1_000_000

/** Adds 50 members who have many credits each, and signs them in. Returns their cookies. */
export async function prepareSpends({ db, pool }: OpenDatabase): Promise<string[]> {
  const members = await addMembers(db, personCount)
  const context = { now: () => new Date(), planOf: freePlanForAll, limitsFirstGrants: false }
  const pack = { kind: 'purchase', reason: 'Bench', expiresAt: null, sourceKey: 'pack:bench', amount: credits } as const
  for (const { id } of members) await inTransaction(db, (tx) => grantCredits(tx, context, { userId: id, ...pack }))
  await pool.query('vacuum analyze')
  return signInMany(db, members)
}

/** Measures 50 members who spend over HTTP, with and without an Idempotency-Key. Each sends one request at a time. */
export async function benchSpends(server: StartedProgram, cookies: string[]): Promise<Row[]> {
  const spend = (client: number) => ({
    path: '/api/user/credits/decrease',
    cookie: cookies[client] ?? '',
    body: { amount: 1 },
  })
  const keyed = await loadHttp(server, personCount, (client) => ({
    ...spend(client),
    headers: { 'idempotency-key': newId() },
  }))
  const bare = await loadHttp(server, personCount, spend)
  return [
    [`${personCount} people spend with an Idempotency-Key`, keyed.line, atLeast(1_500, keyed.perSecond, 'a second')],
    ['the same without an Idempotency-Key', bare.line],
  ]
}

/** Throws an Error if the ledger is wrong. */
export async function checkLedger({ db }: OpenDatabase): Promise<void> {
  const violations = await findCreditViolations(db)
  if (violations.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(violations)}`)
}
