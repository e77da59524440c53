import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'

let testSite: BillingSite
beforeAll(async () => {
  testSite = await createBillingSite()
})
afterAll(() => testSite.close())

/**
 * Terminates random database connections while `work` runs, so that their statements fail. Returns how many it
 * terminated.
 */
async function whileConnectionsFail(work: () => Promise<unknown>): Promise<number> {
  let cutCount = 0
  let isOver = false
  const cutLoop = (async () => {
    while (!isOver) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`
        .execute(testSite.db)
        .catch(() => ({ rows: [] }))
      cutCount += rows.length
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await cutLoop
  return cutCount
}

async function countUndelivered(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sandbox_events where delivered_at is null`.execute(testSite.db)
  return rows[0]?.count ?? 0
}

it('each paid invoice has one grant, even if each webhook arrives eight times and connections fail', async () => {
  const people = await Promise.all([1, 2].map(() => testSite.addMember()))
  testSite.deliveryFaults.times = 8
  testSite.deliveryFaults.isShuffled = true
  for (const person of people) expect((await testSite.subscribe(person)).status).toBe(200)
  const { data } = await testSite.stripe.subscriptions.list()
  const failingSubscription = data[0]
  const method = await testSite.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: String(failingSubscription?.customer),
  })
  let cutCount = 0
  for (const [index, day] of ['2026-12-20', '2027-01-20'].entries()) {
    if (index === 1)
      await testSite.stripe.subscriptions.update(failingSubscription?.id ?? '', { default_payment_method: method.id })
    testSite.setClock(`${day}T12:00:05.000Z`)
    cutCount += await whileConnectionsFail(async () => {
      for (let round = 0; round < 3; round++) await testSite.sandbox.settle().catch(() => undefined)
    })
    do await testSite.sandbox.settle()
    while ((await countUndelivered()) > 0)
  }
  expect(await countUndelivered()).toBe(0)
  expect(cutCount).toBeGreaterThan(0)
  const { rows } = await sql<{ deliveries: number }>`
    select sum(attempts) * 8 as deliveries from sandbox_events`.execute(testSite.db)
  expect(rows[0]?.deliveries).toBeGreaterThanOrEqual(200)

  const { data: invoices } = await testSite.stripe.invoices.list({ limit: 100 })
  const paidIds = invoices.filter(({ status }) => status === 'paid').map(({ id }) => id)
  const grantedInvoiceIds = (await Promise.all(people.map((person) => testSite.grantedInvoicesOf(person)))).flat()
  expect(grantedInvoiceIds.toSorted()).toEqual(paidIds.toSorted())
  // Two purchases, two renewals in December, and one in January.
  expect(paidIds).toHaveLength(2 + 2 + 1)
  expect(await findCreditViolations(testSite.db)).toEqual([])
})
