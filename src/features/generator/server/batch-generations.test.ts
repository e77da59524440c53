import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import { eraseCredits } from '#features/credits/server/erase-credits.ts'
import { grantCredits } from '#features/credits/server/grant-credits.ts'
import { lockAccount } from '#features/credits/server/lock-account.ts'
import { spendCredits } from '#features/credits/server/spend-credits.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { claim, type ResponseToStore } from '#platform/work/once-claims.ts'
import type { ResponsesFor } from '#platform/work/once-streaming.ts'
import { createCreditSetup, day, minute } from '#test/credit-setup.ts'
import { generatedLetter } from '#test/generated-letter.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { createGenerationBatches } from './batch-generations.ts'
import { beginGeneration, failGeneration, type Run } from './store-generation.ts'

/**
 * The number of members who use the generator. The runs of the first three begin immediately, and the remaining ones
 * together.
 */
const size = 10
const model = { id: 'writer', name: 'Writer', vendor: 'openai', price: 3 } as const
const stored = { prompt: generatedLetter, version: 'writer-1', status: 'done' } as const
const path = '/api/prompt-generator'
/** For a request without an Idempotency-Key: stores no response. */
const withoutKey: ResponsesFor = () => []

let testSite: TestSite
let creditSetup: ReturnType<typeof createCreditSetup>
let batches: ReturnType<typeof createGenerationBatches>
let runs: Run[]
let userCount = 0

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  creditSetup = createCreditSetup(testSite.db)
  batches = createGenerationBatches({ db: testSite.db, now: creditSetup.now })
  const ids = await Promise.all(Array.from({ length: size }, () => testSite.addUser(`writer${++userCount}`)))
  await Promise.all(ids.map(creditsOf))
  runs = ids.map((id) => ({ member: memberOf(id), id: newId(), model }))
})
afterEach(async () => expect(await findCreditViolations(testSite.db)).toEqual([]))

const creditsOf = (userId: string) => readCredits(testSite.db, creditSetup.context, { userId })
const allCredits = () => Promise.all(runs.map(({ member }) => creditsOf(member.id)))
const begin = (run: Run, responsesFor = withoutKey) => batches.begin({ run, input: { idea: 'A letter' }, responsesFor })
const charge = (run: Run, responsesFor = withoutKey) => batches.charge({ run, stored, responsesFor })
const beginAll = () => Promise.all(runs.map((run) => begin(run)))
const chargeAll = () => Promise.all(runs.map((run) => charge(run)))
const startOf = ({ id }: Run) => [{ event: 'start', data: { runId: id, price: 3, model: 'writer' } }]
const doneWith = (credits: number) => [{ event: 'done', data: { prompt: generatedLetter, credits } }]
const lastOne = () => runs.at(-1) as Run
const others = () => runs.slice(0, -1)
/** Expects results of all runs except the last, which was skipped. */
const expectOnlyLastSkipped = (results: unknown[]) =>
  expect(results.map((result) => result !== null)).toEqual(runs.map((run) => run !== lastOne()))

/** Reads the runs' rows. `transactions`: how many transactions wrote them. */
async function readRuns() {
  const { rows } = await sql<{ status: string; xmin: string }>`
    select status, xmin::text from generations where id = any(${runs.map(({ id }) => id)}::uuid[])`.execute(testSite.db)
  return { states: rows.map(({ status }) => status), transactions: new Set(rows.map(({ xmin }) => xmin)).size }
}

it('10 members’ runs begin in four transactions, the first three immediately, and are charged in four more', async () => {
  expect(await beginAll()).toEqual(runs.map(startOf))
  expect(await readRuns()).toEqual({ states: runs.map(() => 'running'), transactions: 4 })
  expect(await allCredits()).toEqual(runs.map(() => 27))
  expect(await chargeAll()).toEqual(runs.map(() => doneWith(27)))
  expect(await readRuns()).toEqual({ states: runs.map(() => 'done'), transactions: 4 })
  expect(await allCredits()).toEqual(runs.map(() => 27))
})

it('charging a run doesn’t change earlier runs of the same member', async () => {
  await beginAll()
  const earlier = runs
  runs = runs.map((run) => ({ ...run, id: newId() }))
  await beginAll()
  await chargeAll()
  expect((await readRuns()).states).toEqual(runs.map(() => 'done'))
  runs = earlier
  expect((await readRuns()).states).toEqual(runs.map(() => 'running'))
})

it('restarting a failed run restores its price and clears its failure', async () => {
  const run = lastOne()
  const inOneTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(testSite.db, work)
  const context = { now: creditSetup.now, credits: creditSetup.context }
  await begin(run)
  expect(await inOneTransaction((tx) => failGeneration(tx, context, run, 'It failed.'))).toBe(30)
  creditSetup.advanceClock(minute)
  await inOneTransaction((tx) => beginGeneration(tx, context, { run, input: { idea: 'A letter' } }))
  const { rows } = await sql`
    select status, price, failure, created_at from generations where id = ${run.id}`.execute(testSite.db)
  expect(rows).toEqual([{ status: 'running', price: 3, failure: null, createdAt: creditSetup.now() }])
  expect(await charge(run)).toEqual(doneWith(27))
})

it('each of a member’s concurrent runs that started is charged exactly once', async () => {
  const { member } = lastOne()
  const ownRuns = Array.from({ length: 6 }, () => ({ member, id: newId(), model }))
  const results = await Promise.all(ownRuns.map((run) => begin(run)))
  const started = ownRuns.filter((_, n) => results[n] !== null)
  expect(await creditsOf(member.id)).toBe(30 - 3 * started.length)
  const charged = await Promise.all(started.map((run) => charge(run)))
  for (const [n, run] of started.entries()) if (charged[n] === null) expect(await charge(run)).not.toBeNull()
  expect(await creditsOf(member.id)).toBe(30 - 3 * started.length)
})

it('a run begins only once and is charged only once, even if two processes try ten times at once', async () => {
  const otherProcess = createGenerationBatches({ db: testSite.db, now: creditSetup.now })
  const run = lastOne()
  const input = { idea: 'A letter' }
  const tries = Array.from({ length: 10 }, (_, n) => (n % 2 ? batches : otherProcess))
  const started = await Promise.all(tries.map(({ begin }) => begin({ run, input, responsesFor: withoutKey })))
  expect(started.filter((events) => events !== null)).toEqual([startOf(run)])
  const charged = await Promise.all(tries.map(({ charge }) => charge({ run, stored, responsesFor: withoutKey })))
  expect(charged.filter((events) => events !== null)).toEqual([doneWith(27)])
  expect([await creditsOf(run.member.id), await charge(run)]).toEqual([27, null])
})

describe('a run is skipped, and nothing is stored for it, while the others continue,', () => {
  const cases: [string, (userId: string) => Promise<unknown>][] = [
    ['if there are too few credits', (userId) => creditSetup.run(spendCredits, { userId, amount: 28, reason: null })],
    [
      'if the credit account is due for an update',
      (userId) =>
        sql`update credit_accounts set due_at = ${creditSetup.now()} where user_id = ${userId}`.execute(testSite.db),
    ],
    ['if the credit account was deleted', (userId) => inTransaction(testSite.db, (tx) => eraseCredits(tx, userId))],
    [
      'if the grant that expires first is too small',
      (userId) => {
        const expiresAt = new Date(creditSetup.now().getTime() + day)
        return creditSetup.run(grantCredits, {
          userId,
          amount: 2,
          sourceKey: 'pack:1',
          kind: 'purchase',
          reason: 'A pack',
          expiresAt,
        })
      },
    ],
  ]
  it.each(cases)('%s', async (_, prepare) => {
    await prepare(lastOne().member.id)
    expectOnlyLastSkipped(await beginAll())
    expect((await readRuns()).states).toEqual(others().map(() => 'running'))
    expect((await allCredits()).slice(0, -1)).toEqual(others().map(() => 27))
  })

  it('if an API token spends the credits', async () => {
    const token = { id: newId(), scopes: ['run' as const], dailyCredits: 100 }
    runs = [...others(), { ...lastOne(), member: { ...lastOne().member, token } }]
    expectOnlyLastSkipped(await beginAll())
  })

  it('if the credit account is locked, both when the run begins and when it is charged', async () => {
    const { id: userId } = lastOne().member
    const whileLocked = (work: () => Promise<void>) =>
      inTransaction(testSite.db, async (tx) => {
        await lockAccount(tx, creditSetup.context, { userId })
        await work()
      })
    await whileLocked(async () => expectOnlyLastSkipped(await beginAll()))
    await begin(lastOne())
    await whileLocked(async () => expectOnlyLastSkipped(await chargeAll()))
    expect([await charge(lastOne()), ...(await allCredits())]).toEqual([doneWith(27), ...runs.map(() => 27)])
  })

  it('if the member is being deleted, both when the run begins and when it is charged', async () => {
    const duringDeletion = (work: () => Promise<void>) =>
      inTransaction(testSite.db, async (tx) => {
        await sql`select from users where id = ${lastOne().member.id} for update`.execute(tx)
        await work()
      })
    await duringDeletion(async () => expectOnlyLastSkipped(await beginAll()))
    await begin(lastOne())
    await duringDeletion(async () => expectOnlyLastSkipped(await chargeAll()))
  })

  it('if its hold has expired and was released', async () => {
    await beginAll()
    creditSetup.advanceClock(16 * minute)
    expect(await creditsOf(lastOne().member.id)).toBe(30)
    expectOnlyLastSkipped(await chargeAll())
    expect((await readRuns()).states.toSorted()).toEqual([...others().map(() => 'done'), 'running'])
  })
})

describe('a run with an Idempotency-Key', () => {
  /** Claims a key for a run. Returns what `begin` and `charge` take as `responsesFor`. */
  const claimFor = async ({ member }: Run, now = creditSetup.now()) => {
    const claimed = await claim(testSite.db, member, { key: 'k', path, body: {} }, { now, leaseMs: 120_000 })
    if (!('claim' in claimed)) throw new Error('The key was used before.')
    const createResponsesFor =
      (response: Partial<ResponseToStore>): ResponsesFor =>
      (events) => [[claimed.claim, { status: null, events, ...response }]]
    return { forBegin: createResponsesFor({}), forCharge: createResponsesFor({ status: 200 }) }
  }
  const storedOf = async ({ member }: Run) => {
    const { rows } = await sql`
      select status, events from idempotency_keys where user_id = ${member.id}`.execute(testSite.db)
    return rows
  }

  it('stores its events in the same transaction', async () => {
    const claims = await Promise.all(runs.map((run) => claimFor(run)))
    await Promise.all(runs.map((run, n) => begin(run, claims[n]?.forBegin)))
    expect(await storedOf(lastOne())).toEqual([{ status: null, events: startOf(lastOne()) }])
    await Promise.all(runs.map((run, n) => charge(run, claims[n]?.forCharge)))
    for (const run of runs)
      expect(await storedOf(run)).toEqual([{ status: 200, events: [...startOf(run), ...doneWith(27)] }])
  })

  it('keeps its whole batch from being stored if another process has taken over the run', async () => {
    const claims = await Promise.all(runs.map((run) => claimFor(run)))
    await claimFor(lastOne(), new Date(creditSetup.now().getTime() + 121_000))
    const results = await Promise.all(runs.map((run, n) => begin(run, claims[n]?.forBegin)))
    expect(results).toEqual(runs.map((run, n) => (n < 3 ? startOf(run) : null)))
    expect(await allCredits()).toEqual(runs.map((_, n) => (n < 3 ? 27 : 30)))
    expect((await readRuns()).states).toHaveLength(3)
  })
})

it('a text that can’t be stored keeps its whole batch from being stored; the other runs can then be charged individually', async () => {
  await beginAll()
  const unstorable = { ...stored, prompt: { ...generatedLetter, content: 'A \u0000' } }
  const results = await Promise.all(
    runs.map((run) =>
      run === lastOne() ? batches.charge({ run, stored: unstorable, responsesFor: withoutKey }) : charge(run),
    ),
  )
  expect(results).toEqual(runs.map((_, n) => (n < 3 ? doneWith(27) : null)))
  expect(
    await Promise.all(
      others()
        .slice(3)
        .map((run) => charge(run)),
    ),
  ).toEqual(
    others()
      .slice(3)
      .map(() => doneWith(27)),
  )
})

it('one stuck transaction doesn’t stop the runs of other members', async () => {
  const [run, ...otherRuns] = runs as [Run, ...Run[]]
  const { stuck } = await inTransaction(testSite.db, async (tx) => {
    // Storing the first run waits for this row.
    await sql`
      insert into generations (user_id, id, idea, wishes, model, vendor, price, status, created_at)
      values (${run.member.id}, ${run.id}, 'A letter', '{}', 'writer', 'openai', 3, 'running', now())`.execute(tx)
    const stuck = begin(run)
    await expect.poll(() => testSite.countLockWaits()).toBe(1)
    expect(await Promise.all(otherRuns.map((other) => begin(other)))).toEqual(otherRuns.map(startOf))
    return { stuck }
  })
  expect(await stuck).toEqual(startOf(run))
})
