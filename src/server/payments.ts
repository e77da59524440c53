import type { Payments } from '#features/billing/server/billing-stage.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import { sandboxPrice } from '#features/sandbox/rules.ts'
import { type Sandbox, startSandbox } from '#features/sandbox/server/start-sandbox.ts'
import { paymentMode } from './payment-mode.ts'
import type { Db } from './platform/db.ts'
import { siteSecret } from './platform/site-secrets.ts'
import type { RequestLog } from './request-log.ts'
import type { Settings } from './settings.ts'

/** How often the sandbox looks for renewals that are due and webhooks to deliver again, in ms. */
const sandboxMs = 15_000

/** Payments as the settings have them; null where they are off. `open` is called once the server listens. */
export type PaymentService = {
  payments: Payments | undefined
  open(deliverTo: () => string): Promise<void>
  close(): Promise<void>
}

type Stage = { db: Db; now: () => Date; log: RequestLog }

export async function createPaymentService(settings: Settings, stage: Stage): Promise<PaymentService> {
  const mode = paymentMode(settings)
  if (mode === 'sandbox') return sandboxService(stage)
  const nothing = { open: async () => undefined, close: async () => undefined }
  if (mode === 'off') return { payments: undefined, ...nothing }
  const {
    STRIPE_SECRET_KEY = '',
    STRIPE_PUBLISHABLE_KEY = '',
    STRIPE_PRICE_ID = '',
    STRIPE_WEBHOOK_SECRET = '',
  } = settings
  return {
    ...nothing,
    payments: {
      provider: 'stripe',
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      priceId: STRIPE_PRICE_ID,
      webhookSecrets: STRIPE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
      connect: once(() => connectStripe({ secretKey: STRIPE_SECRET_KEY })),
    },
  }
}

/** Each process has a sandbox of its own on a port of its own; they share its state and its secrets in the database. */
async function sandboxService({ db, now, log }: Stage): Promise<PaymentService> {
  const seed = (await siteSecret(db, 'sandbox')).toString('hex')
  const secret = `sk_sandbox_${seed.slice(0, 32)}`
  const webhookSecret = `whsec_${seed.slice(32)}`
  const opened = Promise.withResolvers<Sandbox>()
  let running: Sandbox | undefined
  return {
    payments: {
      provider: 'sandbox',
      publishableKey: 'pk_sandbox',
      priceId: sandboxPrice.id,
      webhookSecrets: [webhookSecret],
      connect: once(async () => {
        const { port } = await opened.promise
        return connectStripe({ secretKey: secret, host: { host: '127.0.0.1', port, protocol: 'http' } })
      }),
    },
    async open(deliverTo) {
      const warn = (error: Error) => log.warn({ error: error.message }, 'the payment sandbox is in trouble')
      running = await startSandbox({ db, now, secret, webhookSecret, deliverTo, everyMs: sandboxMs, log: warn })
      opened.resolve(running)
    },
    close: async () => running?.stop(),
  }
}

/** What can be made once for all who ask; a failure is not kept. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
