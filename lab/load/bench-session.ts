import { sessionRenewalMs } from '#features/accounts/rules.ts'
import { createAccount, prepareAccount } from '#features/accounts/server/create-account.ts'
import { findMember } from '#features/accounts/server/find-member.ts'
import { createSessionFinder } from '#features/accounts/server/sessions/find-session.ts'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { countStatements } from '#test/count-statements.ts'
import { atMost, percentiles, type Row } from './report.ts'

const rounds = 500

/** Measures what authentication costs for each API request, in queries and in time. */
export async function benchSession(db: Db): Promise<Row[]> {
  const { db: counted, statements } = countStatements(db)
  const sessionContext = { db: counted, sessionKey: createSessionKey(db), findSession: createSessionFinder(counted) }
  const now = new Date()
  const headers = new Headers({ cookie: `session=${await signUp(db, now)}` })
  const check = async (at: Date) => {
    statements.count = 0
    if (!(await findMember(sessionContext, headers, false, at)))
      throw new Error('The session that was just started is gone.')
    return statements.count
  }
  await check(now)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await check(now)
    times.push(performance.now() - start)
  }
  const { p50, p95 } = percentiles(times)
  const row = (what: string, queries: number): Row => [what, String(queries), atMost(2, queries, 'queries')]
  return [
    row('queries of a session check', await check(now)),
    row('queries once an hour, to record the use', await check(new Date(now.getTime() + sessionRenewalMs))),
    ['session check, p50 and p95', `${p50.toFixed(2)} ms, ${p95.toFixed(2)} ms`],
  ]
}

async function signUp(db: Db, now: Date): Promise<string> {
  const person = { username: 'bench-member', email: 'bench-member@example.test', password: 'four brave otters' }
  const account = await prepareAccount(person)
  const key = await createSessionKey(db)()
  return inTransaction(db, async (tx) => {
    const userId = await createAccount(tx, account, now, { onRegistered: [] })
    return startSession(tx, { userId, device: { address: '192.0.2.1', browser: 'bench' }, key, now })
  })
}
