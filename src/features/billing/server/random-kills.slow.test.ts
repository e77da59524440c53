import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { billingAt, createCrashSite } from '#test/crash-site.ts'
import { randomFrom } from '#test/random.ts'
import { hasWithdrawnMoney } from '../rules.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { findBillingViolations } from './violation-queries.ts'

/** `CRASH_ROUNDS=20` makes a long run. `CRASH_SEED` repeats a run, as far as the timing between processes allows. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 1)
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const actionsPerRound = 30
const day = 86_400_000

let testSite: Awaited<ReturnType<typeof createCrashSite>>
beforeAll(async () => {
  testSite = await createCrashSite()
  // Runs of the generator adapt it. An idea that no prompt fits costs nothing.
  await testSite.addPrompt({ title: 'Quiz about a topic', content: 'Write a quiz about {{topic}}.' })
})
afterAll(() => testSite.close())

const random = randomFrom(seed)
const randomUpTo = (max: number) => 1 + Math.floor(random() * max)
const pickOne = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item

/** How often each outcome occurred, to be printed in manual runs. */
const outcomeCounts: Record<string, number> = {}
const countOutcome = (outcome: string) => {
  outcomeCounts[outcome] = (outcomeCounts[outcome] ?? 0) + 1
}

/** The spends that were sent, each with the status of its response, or null if none arrived. */
const spends: { userId: string; name: string; amount: number; status: number | null }[] = []
let people: string[] = []
let admin = ''
let lastKey = 0

const actions: Record<string, () => Promise<unknown>> = {
  async spend() {
    const spend = {
      userId: pickOne(people),
      name: `spend-${++lastKey}`,
      amount: randomUpTo(100),
      status: null as number | null,
    }
    spends.push(spend)
    spend.status = await sendSpend(spend)
    return spend.status
  },
  async increase() {
    return (await testSite.call(pickOne(people), '/api/user/credits/increase', { amount: randomUpTo(150) }))?.status
  },
  async run() {
    const key = `run-${++lastKey}`
    return (await testSite.call(pickOne(people), '/api/prompt-generator', { idea: 'Write a quiz' }, { key }))?.status
  },
  async subscribe() {
    const json = { paymentMethodId: pickOne(['pm_card_visa', 'pm_card_visa', 'pm_card_createDispute']) }
    return (await testSite.call(pickOne(people), '/api/subscription/create', json, { key: `sub-${++lastKey}` }))?.status
  },
  async cancel() {
    return (await testSite.call(pickOne(people), `/api/subscription/${pickOne(['cancel', 'resume'])}`))?.status
  },
  async ban() {
    const path = `/api/admin/users/${pickOne(people)}`
    return (await testSite.call(admin, path, { banned: random() < 0.4 }, { method: 'PATCH' }))?.status
  },
  async refund() {
    const charge = pickOne(await testSite.currentProvider().readCharges())
    const refundable = charge ? charge.amount - charge.amount_refunded : 0
    if (!charge || refundable === 0) return
    const { refunds } = testSite.currentProvider().stripe
    const amount = random() < 0.5 ? refundable : randomUpTo(refundable)
    return unlessRefused(refunds.create({ charge: charge.id, amount }))
  },
  async dispute() {
    const charge = pickOne((await testSite.currentProvider().readCharges()).filter(({ disputed }) => !disputed))
    if (charge) await testSite.currentProvider().dispute(charge.id)
  },
  async decideDispute() {
    const openDispute = pickOne(
      (await testSite.currentProvider().readDisputes()).filter(({ status }) => status === 'needs_response'),
    )
    const { disputes } = testSite.currentProvider().stripe
    if (!openDispute) return
    if (random() < 0.3) return unlessRefused(disputes.close(openDispute.id))
    return unlessRefused(disputes.update(openDispute.id, { evidence: { uncategorized_text: 'winning_evidence' } }))
  },
}

/**
 * Waits for a request to the provider, which may refuse it: two concurrent actions may choose the same charge or
 * dispute.
 */
async function unlessRefused(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request
  } catch (error) {
    if ((error as { type?: string }).type !== 'StripeInvalidRequestError') throw error
    return 'refused'
  }
}

async function sendSpend({ userId, name, amount }: { userId: string; name: string; amount: number }) {
  const response = await testSite.call(userId, '/api/user/credits/decrease', { amount, reason: name }, { key: name })
  return response?.status ?? null
}

/** Members act more often than admins and banks. */
const commonActions = [
  ...Array(4).fill('spend'),
  'increase',
  'increase',
  'run',
  'run',
  'subscribe',
  'subscribe',
  'cancel',
]
const actionNames = [...commonActions, 'ban', 'refund', 'dispute', 'decideDispute']

async function runRound() {
  // The site has two payment providers. The server uses the one that is current when it starts.
  if (random() < 0.35) {
    testSite.switchProvider()
    countOutcome('provider changed')
  }
  // The server dies right before or after it sends its SQL statement number `at`.
  const restart = () => testSite.start({ when: pickOne(['before', 'after'] as const), at: 40 + randomUpTo(400) })
  await restart()
  for (let startedCount = 0; startedCount < actionsPerRound; startedCount += 5) {
    if (!testSite.isUp()) {
      countOutcome('killed at a statement')
      await restart()
    }
    const batch = Array.from({ length: 5 }, async () => {
      const kind = pickOne(actionNames)
      const outcome = await actions[kind]?.()
      countOutcome(outcome === undefined ? kind : `${kind} ${outcome}`)
    })
    // During some batches, the server is killed from outside, as soon as the first action has ended.
    if (random() < 0.25) {
      await Promise.race(batch)
      await testSite.stop()
      countOutcome('killed from outside')
    }
    await Promise.all(batch)
  }
  await testSite.stop()
  countOutcome('killed at the end')
}

/**
 * Starts a server that isn't killed, and lifts all bans. Repeats, with the same key, each spend that neither succeeded
 * nor failed for lack of credits. Then delivers all webhooks and runs a reconciliation.
 */
async function recover() {
  // By this time, the leases of requests whose server died have expired.
  testSite.advanceClock(100_000)
  // There is no statement number 0, so this server isn't killed.
  await testSite.start({ when: 'before', at: 0 })
  for (const userId of people) {
    await testSite.call(admin, `/api/admin/users/${userId}`, { banned: false }, { method: 'PATCH' })
  }
  for (const spend of spends.filter(({ status }) => status !== 200 && status !== 402)) {
    const status = await sendSpend(spend)
    expect([200, 402]).toContain(status)
    spend.status = status
  }
  const { sandbox } = testSite.currentProvider()
  for (let time = 0; time < 3; time++) await sandbox.settle()
  const { billing, jobs } = await billingAt(testSite.db, testSite.currentProvider(), testSite.now)
  testSite.advanceClock(3600_000)
  await reconcilePayments(billing)
  await jobs.runWaiting()
  for (const userId of people) await readCredits(testSite.db, billing.credits, { userId })
  await jobs.stop()
}

async function checkInvariants() {
  expect(await findCreditViolations(testSite.db)).toEqual([])
  expect(await findBillingViolations(testSite.db, testSite.now())).toEqual([])
  const { rows: holds } = await sql`select from credit_holds where state = 'open'`.execute(testSite.db)
  expect(holds).toHaveLength(0)
  const { rows } = await sql<{ reason: string; sum: number }>`
    select reason, sum(amount)::integer as sum from credit_ledger
    where kind = 'spend' and starts_with(reason, 'spend-') group by reason`.execute(testSite.db)
  const chargedAmounts = new Map(rows.map(({ reason, sum }) => [reason, -sum]))
  const expected = spends.filter(({ status }) => status === 200).map(({ name, amount }) => [name, amount] as const)
  expect([...chargedAmounts].toSorted()).toEqual(expected.toSorted())
  await checkInvoices()
}

/**
 * Checks that the site has stored exactly the paid invoices of the current provider, each with the amount that was
 * returned, and that each granted credits at most once.
 */
async function checkInvoices() {
  const provider = testSite.currentProvider()
  const [charges, disputes, invoices] = [
    await provider.readCharges(),
    await provider.readDisputes(),
    (await provider.readInvoices()).filter(({ status }) => status === 'paid'),
  ]
  const { rows: storedInvoices } = await sql<{ id: string; returned: number; end: Date; grants: number }>`
    select id, amount_returned as returned, period_end as end, (
      select count(*) from credit_ledger l where l.user_id = i.user_id and l.op_key = 'invoice:' || i.id) as grants
    from billing_invoices i where side = ${provider.account} and status = 'paid'`.execute(testSite.db)
  expect(storedInvoices.map(({ id }) => id).toSorted()).toEqual(invoices.map(({ id }) => id).toSorted())
  const payments = await Promise.all(invoices.map(({ id }) => provider.stripe.invoicePayments.list({ invoice: id })))
  for (const [index, { id }] of invoices.entries()) {
    const intent = payments[index]?.data[0]?.payment.payment_intent
    const charge = charges.find(({ payment_intent }) => payment_intent === intent)
    const withdrawnDisputes = disputes.filter(
      (dispute) => dispute.charge === charge?.id && hasWithdrawnMoney(dispute.status),
    )
    const returnedAmount = withdrawnDisputes.reduce((sum, { amount }) => sum + amount, charge?.amount_refunded ?? 0)
    const storedInvoice = storedInvoices.find((invoice) => invoice.id === id)
    expect([id, storedInvoice?.returned]).toEqual([id, Math.min(returnedAmount, charge?.amount ?? 0)])
    expect(storedInvoice?.grants).toBeLessThanOrEqual(1)
  }
  countOutcome(`invariants checked, ${provider.account}`)
}

it(
  `after kill -9 at random moments, no credits are lost or created (seed ${seed}, ${rounds} rounds)`,
  async () => {
    admin = await testSite.addUser('boss', 'admin')
    people = await Promise.all(Array.from({ length: 6 }, (_, n) => testSite.addUser(`crash${n}`)))
    for (let round = 1; round <= rounds; round++) {
      await runRound()
      await recover()
      await checkInvariants()
      testSite.advanceClock(randomUpTo(12) * day)
    }
    if (process.env.CRASH_ROUNDS) console.info(JSON.stringify({ seed, rounds, ...outcomeCounts }, null, 2))
    expect(outcomeCounts['killed at the end']).toBe(rounds)
  },
  120_000 * rounds,
)
