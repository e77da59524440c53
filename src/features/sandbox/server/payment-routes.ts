import { catchUp } from './catch-up.ts'
import { decideDispute } from './dispute-charge.ts'
import { formOf, textOf } from './parse-form.ts'
import { payInvoice } from './pay-invoice.ts'
import { cardDeclinedError, invalidRequest, noSuchObject } from './sandbox-error.ts'
import { listOf, pageOf, type SandboxRoutes } from './sandbox-route.ts'
import { type Store, sandboxId } from './sandbox-store.ts'

/** The endpoints for invoices, payment intents, charges, refunds and disputes. */
export const paymentRoutes: SandboxRoutes = {
  'GET /v1/invoices/:id': ({ store, id }) => store.get('invoice', id, 'invoice'),

  'GET /v1/invoices': async ({ store, form }) => {
    const subscription = textOf(form, 'subscription')
    if (!subscription) return pageOf(await store.list('invoice'), form)
    await catchUp(store, subscription)
    return pageOf(await store.list('invoice', { parent: { subscription_details: { subscription } } }), form)
  },

  'POST /v1/invoices/:id/pay': async ({ store, id, form }) => {
    const { parent } = await store.get('invoice', id, 'invoice')
    await catchUp(store, parent.subscription_details.subscription)
    const invoice = await store.get('invoice', id)
    if (invoice.status !== 'open') throw invalidRequest('This invoice is not open.')
    const { status } = await payInvoice(store, invoice, { paymentMethod: textOf(form, 'payment_method') })
    if (status !== 'succeeded') throw cardDeclinedError()
    return store.get('invoice', id)
  },

  'GET /v1/invoice_payments': async ({ store, form }) => {
    const intent = textOf(formOf(form, 'payment'), 'payment_intent')
    const invoice = textOf(form, 'invoice')
    const found = await store.list('invoice_payment', {
      ...(intent && { payment: { payment_intent: intent } }),
      ...(invoice && { invoice }),
    })
    return listOf(found)
  },

  'GET /v1/payment_intents/:id': async ({ store, id }) => (await getCurrentIntent(store, id)).intent,

  'POST /v1/payment_intents/:id/confirm': async ({ store, id }) => {
    const { intent, invoice } = await getCurrentIntent(store, id)
    if (intent.status !== 'requires_action') throw invalidRequest('This payment needs no confirmation.')
    const charged = await payInvoice(store, await store.get('invoice', invoice), { confirmed: true })
    if (charged.status !== 'succeeded') throw cardDeclinedError()
    return charged
  },

  'GET /v1/charges/:id': ({ store, id }) => store.get('charge', id),

  'POST /v1/refunds': async ({ store, form }) => {
    const requestedCharge = textOf(form, 'charge')
    const intent = textOf(form, 'payment_intent')
    const chargeId = requestedCharge ?? (intent && (await store.get('payment_intent', intent)).latest_charge) ?? ''
    const charge = await store.get('charge', chargeId, 'charge')
    const refundable = charge.amount - charge.amount_refunded
    const amount = Number(textOf(form, 'amount') ?? refundable)
    if (!(amount > 0 && amount <= refundable))
      throw invalidRequest('The amount must be above 0 and at most what is left to refund.', 'amount')
    const refund = {
      id: sandboxId('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: store.now,
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      status: 'succeeded',
    } as const
    const amountRefunded = charge.amount_refunded + amount
    const changed = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount }
    await store.put(refund)
    await store.put(changed)
    await store.emit('charge.refunded', changed)
    return refund
  },

  'GET /v1/refunds': async ({ store, form }) => pageOf(await store.list('refund'), form),

  'GET /v1/disputes': async ({ store, form }) => {
    const charge = textOf(form, 'charge')
    return pageOf(await store.list('dispute', charge ? { charge } : {}), form)
  },

  'GET /v1/disputes/:id': ({ store, id }) => store.get('dispute', id),

  'POST /v1/disputes/:id/close': async ({ store, id }) => decideDispute(store, await store.get('dispute', id), 'lost'),

  // As in Stripe's test mode, these two texts decide a dispute (docs.stripe.com/testing, "Evidence").
  'POST /v1/disputes/:id': async ({ store, id, form }) => {
    const dispute = await store.get('dispute', id)
    const evidence = textOf(formOf(form, 'evidence'), 'uncategorized_text')
    if (evidence === 'winning_evidence') return decideDispute(store, dispute, 'won')
    if (evidence === 'losing_evidence') return decideDispute(store, dispute, 'lost')
    throw invalidRequest('The sandbox supports only winning_evidence and losing_evidence.', 'evidence')
  },
}

/**
 * Returns the payment intent with this id and the id of its invoice, after processing what is due, such as the end of
 * the subscription.
 */
async function getCurrentIntent(store: Store, id: string) {
  const [payment] = await store.list('invoice_payment', { payment: { payment_intent: id } })
  if (!payment) throw noSuchObject(id, 'intent')
  const { parent } = await store.get('invoice', payment.invoice)
  await catchUp(store, parent.subscription_details.subscription)
  return { intent: await store.get('payment_intent', id), invoice: payment.invoice }
}
