import { createRoute, z } from '@hono/zod-openapi'
import { errors, forMembers, jsonBody, OnceHeaders, ok, Paging, pageOf, Time } from '#lib/http-contract.ts'

const Provider = z.enum(['stripe', 'sandbox'])

export const Subscription = z
  .object({
    hasActiveSubscription: z.boolean().openapi({ description: 'Whether you have Premium now.' }),
    plan: z.enum(['free', 'premium']),
    status: z.enum(['none', 'active', 'past_due', 'canceled']),
    cancelAtPeriodEnd: z.boolean(),
    currentPeriodEnd: Time.nullable().openapi({ description: 'The end of the last paid period.' }),
    monthlyCredits: z.number().int(),
    provider: Provider,
  })
  .openapi('Subscription')

export const SubscriptionAttempt = Subscription.extend({
  requiresAction: z.object({ clientSecret: z.string() }).nullable().openapi({
    description: 'Set if the card needs a confirmation. Confirm, then call again with the same Idempotency-Key.',
  }),
}).openapi('SubscriptionAttempt')

export const PaymentSetup = z
  .object({ clientSecret: z.string(), publishableKey: z.string(), provider: Provider })
  .openapi('PaymentSetup')

/** `amount` is in the currency's smallest unit. */
export const Plans = z
  .object({
    provider: Provider,
    premium: z.object({
      amount: z.number().int(),
      currency: z.string(),
      interval: z.string(),
      closed: z.string().nullable().openapi({
        description: 'Why Premium can’t be bought now, as buying it would say; null if it is for sale.',
      }),
    }),
  })
  .openapi('Plans')

export const Invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.string(),
    amount: z.number().int().openapi({ description: 'In the currency’s smallest unit.' }),
    amountReturned: z.number().int().openapi({ description: 'How much was refunded or withdrawn by disputes.' }),
    currency: z.string(),
    periodStart: Time,
    periodEnd: Time,
    createdAt: Time,
    receiptUrl: z.url().nullable(),
  })
  .openapi('Invoice')

export type Subscription = z.infer<typeof Subscription>
export type SubscriptionAttempt = z.infer<typeof SubscriptionAttempt>
export type Invoice = z.infer<typeof Invoice>
export type Plans = z.infer<typeof Plans>

/**
 * The id of a card at the provider, which is never a card number. The sandbox accepts the ids of Stripe's test cards.
 */
const PaymentMethodId = z
  .string({ error: 'paymentMethodId must be the id of a card.' })
  .regex(/^pm_\w{1,200}$/, 'paymentMethodId must be the id of a card, such as pm_card_visa.')

export const billingContract = {
  getSubscription: createRoute({
    method: 'get',
    path: '/api/subscription/status',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Returns your subscription',
    responses: { ...ok(Subscription, 'The current subscription.'), ...errors(401) },
  }),
  getPlans: createRoute({
    method: 'get',
    path: '/api/subscription/plans',
    tags: ['Subscription'],
    summary: 'Returns the price of Premium, and whether it is for sale',
    responses: ok(Plans, 'The plans.'),
  }),
  listInvoices: createRoute({
    method: 'get',
    path: '/api/subscription/invoices',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Lists your invoices, newest first',
    request: { query: Paging },
    responses: { ...ok(pageOf(Invoice).openapi('InvoicePage'), 'A page of invoices.'), ...errors(401) },
  }),
  createPaymentIntent: createRoute({
    method: 'post',
    path: '/api/create-payment-intent',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Begins setting up a card; charges nothing',
    request: {
      body: { ...jsonBody(z.object({ purpose: z.literal('subscription').optional() })), required: false },
    },
    responses: { ...ok(PaymentSetup, 'What the provider’s card form needs.'), ...errors(401, 409) },
  }),
  createSubscription: createRoute({
    method: 'post',
    path: '/api/subscription/create',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Subscribes to Premium with a card; responds after the grant, or with what is needed to confirm the card',
    request: { headers: OnceHeaders, body: jsonBody(z.object({ paymentMethodId: PaymentMethodId })) },
    responses: { ...ok(SubscriptionAttempt, 'The subscription.'), ...errors(401, 402, 409, 422) },
  }),
  confirmPayment: createRoute({
    method: 'post',
    path: '/api/subscription/confirm',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Confirms a payment, as a bank’s page would (sandbox only)',
    request: { body: jsonBody(z.object({ clientSecret: z.string().max(300) })) },
    responses: { ...ok(Subscription, 'The subscription.'), ...errors(401, 402, 404) },
  }),
  payInvoice: createRoute({
    method: 'post',
    path: '/api/subscription/pay',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Pays a failed renewal; later renewals use the same card',
    request: { headers: OnceHeaders, body: jsonBody(z.object({ paymentMethodId: PaymentMethodId })) },
    responses: { ...ok(Subscription, 'The subscription.'), ...errors(401, 402, 409, 422) },
  }),
  cancelSubscription: createRoute({
    method: 'post',
    path: '/api/subscription/cancel',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Cancels Premium at the end of the paid period, or immediately if its renewal is unpaid',
    responses: { ...ok(Subscription, 'The subscription after the cancellation.'), ...errors(401, 409) },
  }),
  resumeSubscription: createRoute({
    method: 'post',
    path: '/api/subscription/resume',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Undoes a cancellation before the period ends',
    responses: { ...ok(Subscription, 'The subscription.'), ...errors(401, 409) },
  }),
  openPortal: createRoute({
    method: 'post',
    path: '/api/subscription/portal',
    security: forMembers,
    tags: ['Subscription'],
    summary: 'Returns the URL of Stripe’s pages for your card and receipts (Stripe only)',
    responses: { ...ok(z.object({ url: z.url() }), 'The URL to open.'), ...errors(401, 404) },
  }),
  handleWebhook: createRoute({
    method: 'post',
    path: '/api/webhooks/stripe',
    tags: ['Subscription'],
    summary: 'Receives signed events from the payment provider',
    responses: ok(z.object({ received: z.literal(true) }), 'The event was processed, now or earlier, or is ignored.'),
  }),
}
