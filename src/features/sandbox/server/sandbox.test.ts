import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutText } from '#lib/well-formed.ts'
import { type BillingSite, createBillingSite, secretKey, webhookSecret } from '#test/billing-site.ts'
import { parseForm } from './parse-form.ts'
import { startSandbox } from './start-sandbox.ts'

let testSite: BillingSite
beforeAll(async () => {
  testSite = await createBillingSite()
  // The app gets no webhooks, because these tests look only at the sandbox.
  testSite.deliveryFaults.isDropped = true
})
afterAll(() => testSite.close())

const subscribe = async (customer: string) => {
  const method = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
  return testSite.stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_sandbox_premium' }],
    default_payment_method: method.id,
  })
}

describe('parseForm', () => {
  it('reads nested fields and lists as Stripe’s clients encode them', () => {
    const text = 'items[0][price]=p&items[1][price]=q&metadata[a%20b]=c&expand[]=x&expand[]=y&created[gte]=5&plain='
    expect(parseForm(text)).toEqual({
      items: [{ price: 'p' }, { price: 'q' }],
      metadata: { 'a b': 'c' },
      expand: ['x', 'y'],
      created: { gte: '5' },
      plain: '',
    })
  })

  it('can’t change a prototype', () => {
    const form = parseForm('__proto__[polluted]=x&metadata[__proto__][polluted]=y&constructor[prototype][polluted]=z')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(form)).toBe(Object.prototype)
  })
})

describe('the sandbox', () => {
  it('refuses requests without its key', async () => {
    const listEvents = (authorization?: string) =>
      fetch(`http://127.0.0.1:${testSite.sandbox.port}/v1/events`, { headers: authorization ? { authorization } : {} })
    expect((await listEvents()).status).toBe(401)
    expect((await listEvents('Bearer sk_other')).status).toBe(401)
    expect((await listEvents(`Bearer ${secretKey}`)).status).toBe(200)
  })

  it('is not part of the site’s own API', async () => {
    for (const path of ['/v1/customers', '/__sandbox/stripe/v1/customers', '/api/v1/customers']) {
      expect((await testSite.app.request(path)).status).toBe(404)
    }
  })

  it('returns the same response for the same Idempotency-Key, and refuses another request with that key', async () => {
    const create = (email: string) => testSite.stripe.customers.create({ email }, { idempotencyKey: 'k1' })
    const [one, two] = await Promise.all([create('a@example.test'), create('a@example.test')])
    expect(one.id).toBe(two.id)
    await expect(create('b@example.test')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('continues to send webhooks after it failed to, such as without its database', async () => {
    const sent: number[] = []
    const errors: string[] = []
    let fails = true
    const sandbox = await startSandbox({
      db: testSite.db,
      now: testSite.clock,
      secret: 'key',
      webhookSecret,
      webhookUrl: () => testSite.webhookAddress,
      transport: {
        fetch: async () => new Response(),
        async deliverAll(due) {
          if (fails) throw new Error('no database')
          sent.push(due.length)
        },
      },
      log: ({ message }) => errors.push(message),
    })
    try {
      await expect(sandbox.settle()).rejects.toThrow('no database')
      fails = false
      await fetch(`http://127.0.0.1:${sandbox.port}/v1/events`, { headers: { authorization: 'Bearer key' } })
      await expect.poll(() => sent).toHaveLength(1)
      expect(errors).toEqual([])
    } finally {
      await sandbox.stop()
    }
  })

  it('renews a subscription on the last day of shorter months if it began on the 31st', async () => {
    testSite.setClock('2027-01-31T00:00:00.000Z')
    const { id: customer } = await testSite.stripe.customers.create()
    const { id } = await subscribe(customer)
    testSite.setClock(new Date(testSite.clock().getTime() + 100 * 24 * 3_600_000))
    await testSite.sandbox.settle()
    const { data } = await testSite.stripe.invoices.list({ subscription: id })
    expect(
      data.map(({ lines }) => cutText(new Date((lines.data[0]?.period.end ?? 0) * 1000).toISOString(), 10)),
    ).toEqual(['2027-05-31', '2027-04-30', '2027-03-31', '2027-02-28'])
  })

  it('ends a subscription whose payment isn’t confirmed within a day, and voids its invoice', async () => {
    const { id: customer } = await testSite.stripe.customers.create()
    const method = await testSite.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    const incomplete = await testSite.stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_sandbox_premium' }],
      default_payment_method: method.id,
    })
    expect(incomplete.status).toBe('incomplete')
    const invoice = String(incomplete.latest_invoice)
    const [{ payment }] = (await testSite.stripe.invoicePayments.list({ invoice })).data as [Stripe.InvoicePayment]
    const confirm = () => testSite.stripe.paymentIntents.confirm(String(payment.payment_intent))
    testSite.setClock(new Date(testSite.clock().getTime() + 24 * 3_600_000))
    await expect(confirm()).rejects.toMatchObject({ statusCode: 400 })
    expect(await testSite.stripe.subscriptions.retrieve(incomplete.id)).toMatchObject({ status: 'incomplete_expired' })
    await expect(confirm()).rejects.toMatchObject({ statusCode: 400 })
    expect(await testSite.stripe.subscriptions.retrieve(incomplete.id)).toMatchObject({ status: 'incomplete_expired' })
    expect(await testSite.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'void' })
    const { data } = await testSite.stripe.events.list()
    expect(data.map(({ type }) => type)).toContain('payment_intent.canceled')
  })

  it('refuses to charge the invoice of a subscription that should have expired', async () => {
    const { id: customer } = await testSite.stripe.customers.create()
    const method = await testSite.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    const { id, latest_invoice } = await testSite.stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_sandbox_premium' }],
      default_payment_method: method.id,
    })
    const otherCard = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
    testSite.setClock(new Date(testSite.clock().getTime() + 24 * 3_600_000))
    const paying = testSite.stripe.invoices.pay(String(latest_invoice), { payment_method: otherCard.id })
    await expect(paying).rejects.toMatchObject({ statusCode: 400 })
    expect(await testSite.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'incomplete_expired' })
  })

  it('doesn’t restart an ended subscription when the invoice of its failed renewal is paid', async () => {
    const { id: customer } = await testSite.stripe.customers.create()
    const { id } = await subscribe(customer)
    const failingCard = await testSite.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await testSite.stripe.subscriptions.update(id, { default_payment_method: failingCard.id })
    testSite.setClock(new Date(testSite.clock().getTime() + 45 * 24 * 3_600_000))
    const { status, latest_invoice } = await testSite.stripe.subscriptions.retrieve(id)
    expect(status).toBe('canceled')
    const otherCard = await testSite.stripe.paymentMethods.attach('pm_card_visa', { customer })
    const paid = await testSite.stripe.invoices.pay(String(latest_invoice), { payment_method: otherCard.id })
    expect(paid.status).toBe('paid')
    expect(await testSite.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  })

  it('emits the events of a new subscription in order', async () => {
    const { id: customer } = await testSite.stripe.customers.create()
    await subscribe(customer)
    const { data } = await testSite.stripe.events.list()
    expect(
      data
        .slice(0, 6)
        .map(({ type }) => type)
        .reverse(),
    ).toEqual([
      'customer.subscription.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
  })
})
