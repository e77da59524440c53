import { type Actor, requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { billingContract as contract } from '../contract.ts'
import { type Billing, paymentsOffError } from './billing-context.ts'
import { setCancellation } from './cancel-subscription.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createSubscription } from './create-subscription.ts'
import { handleWebhook } from './handle-webhook.ts'
import { listInvoices } from './invoice-queries.ts'
import { payOpenInvoice } from './pay-open-invoice.ts'
import { createPlansReader, openPortal, preparePayment } from './prepare-payment.ts'
import { readOwnSubscription } from './read-status.ts'

export function billingRoutes(billing: Billing): Api {
  const api = createApi()
  const readPlans = createPlansReader(billing)

  api.openapi(contract.getSubscription, async (c) =>
    c.json(await readOwnSubscription(billing, memberIdOf(c.get('actor'))), 200),
  )
  api.openapi(contract.getPlans, async (c) => c.json(await readPlans(), 200))
  api.openapi(contract.listInvoices, async (c) =>
    c.json(await listInvoices(billing, memberIdOf(c.get('actor')), c.req.valid('query')), 200),
  )
  api.openapi(contract.createPaymentIntent, async (c) =>
    c.json(await preparePayment(billing, memberIdOf(c.get('actor'))), 200),
  )
  api.openapi(contract.createSubscription, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    return c.json(await createSubscription(billing, member, { ...c.req.valid('json'), key, path: c.req.path }), 200)
  })
  api.openapi(contract.confirmPayment, async (c) =>
    c.json(await confirmPayment(billing, memberIdOf(c.get('actor')), c.req.valid('json').clientSecret), 200),
  )
  api.openapi(contract.payInvoice, async (c) => {
    const member = requireMember(c.get('actor'))
    const { 'idempotency-key': key } = c.req.valid('header')
    return c.json(await payOpenInvoice(billing, member, { ...c.req.valid('json'), key, path: c.req.path }), 200)
  })
  api.openapi(contract.cancelSubscription, async (c) =>
    c.json(await setCancellation(billing, requireMember(c.get('actor')), true), 200),
  )
  api.openapi(contract.resumeSubscription, async (c) =>
    c.json(await setCancellation(billing, requireMember(c.get('actor')), false), 200),
  )
  api.openapi(contract.openPortal, async (c) => c.json(await openPortal(billing, memberIdOf(c.get('actor'))), 200))
  api.openapi(contract.handleWebhook, async (c) => {
    await handleWebhook(billing, await c.req.text(), c.req.header('stripe-signature'))
    return c.json({ received: true } as const, 200)
  })
  return api
}

/** Creates the endpoints for sites whose payments are off. Each returns an error. */
export function disabledBillingRoutes(): Api {
  const api = createApi()
  for (const { method, path } of Object.values(contract)) {
    api.on(method, path, () => {
      throw paymentsOffError()
    })
  }
  return api
}

function memberIdOf(actor: Actor): string {
  return requireMember(actor).id
}
