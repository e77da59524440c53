import type Stripe from 'stripe'

// The sandbox's objects. Each has only some of the fields of Stripe's type.

export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata'>

export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'created' | 'livemode' | 'metadata' | 'type'
> & {
  customer: string | null
}

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'status' | 'client_secret'
> & { customer: string; payment_method: string | null; latest_charge: string | null }

export type SetupIntent = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'created' | 'livemode' | 'metadata' | 'status' | 'client_secret' | 'usage'
> & { customer: string | null; payment_method: string | null }

type Item = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end' | 'quantity'
> & {
  price: Pick<Stripe.Price, 'id' | 'object'>
}

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'status'
> & {
  customer: string
  default_payment_method: string | null
  latest_invoice: string
  items: { object: 'list'; data: [Item]; has_more: false }
}

type Line = Pick<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'currency' | 'period'>

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'attempt_count'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'next_payment_attempt'
  | 'number'
  | 'status'
> & {
  customer: string
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
  lines: { object: 'list'; data: [Line]; has_more: false }
}

export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  'id' | 'object' | 'amount_paid' | 'amount_requested' | 'created' | 'currency' | 'is_default' | 'livemode' | 'status'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'livemode'
  | 'refunded'
  | 'status'
> & { customer: string; payment_intent: string }

export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'status'> & {
  charge: string
  payment_intent: string
}

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'status'
> & {
  charge: string
  payment_intent: string
}

/** The type of each kind of object. The keys are the values of the field `object`. */
export type Kinds = {
  customer: Customer
  payment_method: PaymentMethod
  payment_intent: PaymentIntent
  setup_intent: SetupIntent
  subscription: Subscription
  invoice: Invoice
  invoice_payment: InvoicePayment
  charge: Charge
  refund: Refund
  dispute: Dispute
}
export type Kind = keyof Kinds
export type SandboxObject = Kinds[Kind]
