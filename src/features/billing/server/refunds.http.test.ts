// This file is longer than other files, because refunds and disputes in every order share one setup and one set of
// invariants. `/increase` is POST /api/user/credits/increase, which gives back credits that were spent in the last 15
// minutes.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseHold } from '#features/credits/server/release-hold.ts'
import { reserveCredits } from '#features/credits/server/reserve-credits.ts'
import { settleHold } from '#features/credits/server/settle-hold.ts'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type BillingSite, createBillingSite } from '#test/billing-site.ts'
import { readLedger } from '#test/credit-setup.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { syncCharge } from './sync-charge.ts'
import { findBillingViolations } from './violation-queries.ts'

let testSite: BillingSite
let me: string
beforeAll(async () => {
  testSite = await createBillingSite()
})
afterAll(() => testSite.close())
beforeEach(async () => {
  testSite.setClock('2026-11-20T12:00:00.000Z')
  testSite.deliveryFaults.times = 1
  testSite.deliveryFaults.isDropped = false
  me = await testSite.addMember()
})
afterEach(async () => {
  expect(await findCreditViolations(testSite.db)).toEqual([])
  expect(await findBillingViolations(testSite.db)).toEqual([])
})

const advanceClock = (ms: number) => testSite.setClock(new Date(testSite.clock().getTime() + ms))
const minute = 60_000
const day = 1440 * minute

/** Refunds the member's last charge, or this amount of it, and delivers the webhooks. */
async function refund(amount?: number) {
  const { id } = await testSite.chargeOf(me)
  await testSite.stripe.refunds.create({ charge: id, ...(amount && { amount }) })
  await testSite.sandbox.settle()
}

/** Disputes the member's last charge. `win` and `lose` close the dispute in favor of or against the site. */
async function openDispute() {
  const { id } = await testSite.dispute((await testSite.chargeOf(me)).id)
  await testSite.sandbox.settle()
  return {
    win: async () => {
      await testSite.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
      await testSite.sandbox.settle()
    },
    lose: async () => {
      await testSite.stripe.disputes.close(id)
      await testSite.sandbox.settle()
    },
  }
}

/** Returns the ledger entries after the first three: the free credits, their expiry and the purchased credits. */
async function readLedgerSincePurchase(): Promise<string[]> {
  return (await readLedger(testSite.db, me)).slice(3)
}

const reserve = (amount: number, durationMs = 15 * minute) =>
  inTransaction(testSite.db, (tx) =>
    reserveCredits(tx, testSite.context.credits, {
      userId: me,
      amount,
      opKey: 'run:1',
      reason: 'A run',
      expiresAt: new Date(testSite.clock().getTime() + durationMs),
    }),
  )
const endRun = (verb: typeof settleHold) =>
  inTransaction(testSite.db, (tx) => verb(tx, testSite.context.credits, { userId: me, opKey: 'run:1' }))

describe('a full refund', () => {
  it('leaves nothing for /increase to return if all credits were spent', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 1000)
    await refund()
    expect(await testSite.increase(me, 1000)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_return', credits: 0 },
    })
    expect(await testSite.increase(me, 1)).toMatchObject({ status: 409 })
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('takes the unspent credits, and leaves nothing for /increase to return', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 400)
    await refund()
    expect(await testSite.increase(me, 400)).toMatchObject({ status: 409 })
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('after which the subscription ends brings the free plan’s credits when the next month begins', async () => {
    await testSite.subscribe(me)
    await refund()
    const { data } = await testSite.stripe.subscriptions.list()
    await testSite.stripe.subscriptions.cancel(data.find(({ metadata }) => metadata.userId === me)?.id ?? '')
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(0)
    testSite.setClock('2026-12-01T00:00:00.000Z')
    expect(await testSite.creditsOf(me)).toBe(30)
  })

  it('takes no credits that an admin gave', async () => {
    const admin = await testSite.addUser(`giver_${me.slice(-6)}`, 'admin')
    await testSite.subscribe(me)
    const json = { amount: 50, reason: 'A gift' }
    await testSite.request(`/api/admin/users/${me}/credits`, { as: admin, method: 'POST', json })
    await testSite.spend(me, 900)
    await refund()
    expect(await testSite.creditsOf(me)).toBe(50)
  })

  it('during a run also takes the credits that the run releases', async () => {
    await testSite.subscribe(me)
    await reserve(300)
    await refund()
    expect(await testSite.creditsOf(me)).toBe(0)
    await endRun(releaseHold)
    expect(await testSite.creditsOf(me)).toBe(0)
    expect(await readLedgerSincePurchase()).toEqual(['expiry -700', 'expiry -300'])
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })

  it('during a run that crashes also takes the credits of its hold', async () => {
    await testSite.subscribe(me)
    await reserve(300)
    await refund()
    advanceClock(15 * minute)
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('during a run that is settled charges the run once', async () => {
    await testSite.subscribe(me)
    await reserve(300)
    await refund()
    await endRun(settleHold)
    expect(await readLedgerSincePurchase()).toEqual(['expiry -700', 'spend -300'])
  })

  it('doesn’t affect the next month’s credits', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 1000)
    await refund()
    testSite.setClock('2026-12-20T12:00:01.000Z')
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('doesn’t affect the credits of a new purchase, even if its period ends before that of the refunded one', async () => {
    testSite.setClock('2027-01-30T15:00:00.000Z')
    await testSite.subscribe(me)
    const { data } = await testSite.stripe.subscriptions.list({ status: 'all' })
    const ownSubscription = data.find(({ metadata }) => metadata.userId === me)
    await refund()
    await testSite.stripe.subscriptions.cancel(ownSubscription?.id ?? '')
    await testSite.sandbox.settle()
    testSite.setClock('2027-01-31T10:00:00.000Z')
    expect((await testSite.subscribe(me)).status).toBe(200)
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('of a deleted user’s payment is recorded without an error', async () => {
    const person = await signUp(testSite, 'refunded')
    const headers = { cookie: person.cookie }
    const json = { paymentMethodId: 'pm_card_visa' }
    await testSite.request('/api/subscription/create', { method: 'POST', headers, json })
    const { rows } = await sql<{ id: string }>`select id from users where username = 'refunded'`.execute(testSite.db)
    const { id } = await testSite.chargeOf(rows[0]?.id ?? '')
    await testSite.request('/api/user', { method: 'DELETE', headers, json: { password: goodPassword } })
    await testSite.stripe.refunds.create({ charge: id })
    await syncCharge(testSite.context, id)
    const invoices = await sql`select amount_returned from billing_invoices where user_id = ${rows[0]?.id}`.execute(
      testSite.db,
    )
    expect(invoices.rows).toEqual([{ amountReturned: 900 }])
    await testSite.runJobs()
  })
})

describe('a partial refund', () => {
  it('of spent credits lets /increase return only credits that are still paid for', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 1000)
    await refund(450)
    expect(await testSite.increase(me, 300)).toMatchObject({ status: 200, body: { credits: 0 } })
    expect(await testSite.increase(me, 300)).toMatchObject({ status: 200, body: { credits: 100 } })
    expect(await testSite.increase(me, 400)).toMatchObject({ status: 200, body: { credits: 500 } })
    expect(await testSite.increase(me, 1)).toMatchObject({ status: 409 })
  })

  it('followed by a refund of the rest takes back the credits that /increase returned in between', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 1000)
    await refund(450)
    await testSite.increase(me, 1000)
    expect(await testSite.creditsOf(me)).toBe(500)
    await refund(450)
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('that is reported repeatedly writes one ledger entry and one audit log entry', async () => {
    await testSite.subscribe(me)
    testSite.deliveryFaults.times = 3
    await refund(450)
    await reconcilePayments(testSite.context)
    await testSite.runJobs()
    expect(await readLedgerSincePurchase()).toEqual(['expiry -500'])
    const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', me).execute()
    const refundActions = entries.map(({ action }) => action).filter((action) => /refund|reinstate/.test(action))
    expect(refundActions).toEqual(['subscription.refund'])
  })
})

describe('a dispute', () => {
  it('takes the credits while it is open, and returns them once it is won', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 100)
    const dispute = await openDispute()
    expect(await testSite.creditsOf(me)).toBe(0)
    testSite.deliveryFaults.times = 3
    await dispute.win()
    expect(await testSite.creditsOf(me)).toBe(900)
    expect(await readLedgerSincePurchase()).toEqual(['spend -100', 'expiry -900', 'refund 900'])
    const entries = await testSite.db.selectFrom('auditLog').select('action').where('targetId', '=', me).execute()
    expect(entries.map(({ action }) => action)).toContain('subscription.reinstate')
  })

  it('returns no credits if it is lost', async () => {
    await testSite.subscribe(me)
    const dispute = await openDispute()
    await dispute.lose()
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('about spent credits lets /increase return no credits while it is open, and all of them once it is won', async () => {
    await testSite.subscribe(me)
    await testSite.spend(me, 1000)
    const dispute = await openDispute()
    expect(await testSite.increase(me, 1000)).toMatchObject({ status: 409 })
    await dispute.win()
    expect(await testSite.increase(me, 1000)).toMatchObject({ status: 200, body: { credits: 1000 } })
    expect(await testSite.increase(me, 1)).toMatchObject({ status: 409 })
  })

  it('returns all credits once it is won, including those that a run released meanwhile', async () => {
    await testSite.subscribe(me)
    await reserve(300)
    const dispute = await openDispute()
    await endRun(releaseHold)
    expect(await testSite.creditsOf(me)).toBe(0)
    await dispute.win()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('after a partial refund doesn’t return the refunded part once it is won', async () => {
    await testSite.subscribe(me)
    await refund(450)
    const dispute = await openDispute()
    expect(await testSite.creditsOf(me)).toBe(0)
    await dispute.win()
    expect(await testSite.creditsOf(me)).toBe(500)
  })

  it('that is won after the paid month adds nothing to the next month', async () => {
    await testSite.subscribe(me)
    const dispute = await openDispute()
    testSite.setClock('2026-12-20T12:00:01.000Z')
    await testSite.sandbox.settle()
    await testSite.spend(me, 100)
    await dispute.win()
    expect(await testSite.creditsOf(me)).toBe(900)
  })

  it('that is won doesn’t return the credits of another dispute that was lost', async () => {
    await testSite.subscribe(me)
    await (await openDispute()).win()
    await (await openDispute()).lose()
    expect(await testSite.creditsOf(me)).toBe(0)
    await (await openDispute()).win()
    expect(await testSite.creditsOf(me)).toBe(0)
  })

  it('that is only an inquiry takes nothing', async () => {
    await testSite.subscribe(me)
    await testSite.dispute((await testSite.chargeOf(me)).id)
    await sql`
      update sandbox_objects set body = jsonb_set(body, '{status}', '"warning_needs_response"')
      where kind = 'dispute' and body ->> 'charge' = ${(await testSite.chargeOf(me)).id}`.execute(testSite.db)
    await testSite.sandbox.settle()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('is found by the hourly reconciliation without a webhook, both when it is opened and when it is won', async () => {
    await testSite.subscribe(me)
    await testSite.sandbox.settle()
    testSite.deliveryFaults.isDropped = true
    const dispute = await openDispute()
    expect(await testSite.creditsOf(me)).toBe(1000)
    const reconcile = async () => {
      await reconcilePayments(testSite.context)
      await testSite.runJobs()
    }
    await reconcile()
    expect(await testSite.creditsOf(me)).toBe(0)
    await dispute.win()
    await reconcile()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('that is won after the last 72 hours returns the credits without a webhook', async () => {
    await testSite.subscribe(me)
    await testSite.sandbox.settle()
    testSite.deliveryFaults.isDropped = true
    const dispute = await openDispute()
    const reconcile = async () => {
      await reconcilePayments(testSite.context)
      await testSite.runJobs()
    }
    for (const _ of ['first', 'second', 'third']) {
      await reconcile()
      advanceClock(4 * day)
    }
    expect(await testSite.creditsOf(me)).toBe(0)
    await dispute.win()
    await reconcile()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })

  it('that is won after 90 days doesn’t affect the current month', async () => {
    await testSite.subscribe(me)
    const dispute = await openDispute()
    advanceClock(90 * day)
    await testSite.sandbox.settle()
    await dispute.win()
    expect(await testSite.creditsOf(me)).toBe(1000)
  })
})

describe('a refund while the server is down for longer than webhooks are repeated', () => {
  it('is found by the reconciliation that follows', async () => {
    await testSite.subscribe(me)
    await testSite.sandbox.settle()
    testSite.deliveryFaults.isDropped = true
    await reconcilePayments(testSite.context)
    await testSite.runJobs()
    advanceClock(60 * minute)
    await refund()
    advanceClock(5 * day)
    expect(await testSite.creditsOf(me)).toBe(1000)
    await reconcilePayments(testSite.context)
    await testSite.runJobs()
    expect(await testSite.creditsOf(me)).toBe(0)
  })
})

describe('two readings of a charge', () => {
  it('count in the order in which they started, even if the earlier one finishes last', async () => {
    await testSite.subscribe(me)
    const { id } = await testSite.chargeOf(me)
    const { id: disputeId } = await testSite.dispute(id)
    const disputesRead = Promise.withResolvers<void>()
    const mayReturn = Promise.withResolvers<void>()
    const connect = async () => {
      const stripe = await testSite.context.payments.connect()
      const list: typeof stripe.disputes.list = (...args) => {
        const page = stripe.disputes.list(...args)
        const slowPage = page.then(async (result) => {
          disputesRead.resolve()
          await mayReturn.promise
          return result
        })
        return Object.assign(slowPage, page)
      }
      return Object.assign(Object.create(stripe), { disputes: { list } })
    }
    const slowSync = syncCharge({ ...testSite.context, payments: { ...testSite.context.payments, connect } }, id)
    await disputesRead.promise
    await testSite.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'winning_evidence' } })
    await syncCharge(testSite.context, id)
    mayReturn.resolve()
    await slowSync
    expect(await testSite.creditsOf(me)).toBe(1000)
    await testSite.sandbox.settle()
  })
})
