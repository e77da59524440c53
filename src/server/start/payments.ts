import type { Payments } from '#features/billing/server/billing-context.ts'
import { countForeignSubscriptions, findPaymentAccount } from '#features/billing/server/find-payment-account.ts'
import { connectStripe } from '#features/billing/server/stripe.ts'
import { sandboxPrice } from '#features/sandbox/rules.ts'
import { type Sandbox, startSandbox } from '#features/sandbox/server/start-sandbox.ts'
import { cutText } from '#lib/well-formed.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import { getSiteSecret } from '#platform/site-secrets.ts'
import { paymentMode } from '../settings/payment-mode.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from './start-error.ts'

/** How often the sandbox renews due subscriptions and resends failed webhooks, in ms. */
const sandboxIntervalMs = 15_000

const noop = { open: async () => undefined, close: async () => undefined }

/**
 * Takes payments as the settings say. `payments` is undefined if they are off. Call `open` when the server listens.
 * `webhookUrl` returns the address of the site, to which the sandbox sends webhooks.
 */
export type PaymentService = {
  payments: Payments | undefined
  open(webhookUrl: () => string): Promise<void>
  close(): Promise<void>
}

type Context = { db: Db; now: () => Date; log: Log }

/**
 * Creates the service for the configured payment mode. Throws StartError if Stripe's secret key is new and Stripe
 * doesn't say which account it belongs to.
 */
export async function createPaymentService(settings: Settings, context: Context): Promise<PaymentService> {
  const mode = paymentMode(settings)
  if (mode === 'off') return { payments: undefined, ...noop }
  const service = mode === 'sandbox' ? await sandboxService(context) : await stripeService(settings, context)
  await warnOfOtherSubscriptions(context, service.payments?.account)
  return service
}

/** Warns about subscriptions of a payment account that isn't the current one, because they don't count. */
async function warnOfOtherSubscriptions({ db, log }: Context, account: string | undefined): Promise<void> {
  for (const other of await countForeignSubscriptions(db, account)) {
    log.warn({ ...other, present: account }, 'ignoring subscriptions of another payment account')
  }
}

/**
 * Takes payments through Stripe. At the first start with a key, asks Stripe which account the key belongs to. Throws
 * StartError if Stripe doesn't say.
 */
async function stripeService(settings: Settings, { db, now }: Context): Promise<PaymentService> {
  const {
    STRIPE_SECRET_KEY = '',
    STRIPE_PUBLISHABLE_KEY = '',
    STRIPE_PRICE_ID = '',
    STRIPE_WEBHOOK_SECRET = '',
  } = settings
  const connect = once(() => connectStripe({ secretKey: STRIPE_SECRET_KEY }))
  const account = await findPaymentAccount(db, { secretKey: STRIPE_SECRET_KEY, now: now(), connect }).catch((error) => {
    const why = `Stripe didn’t say which account it belongs to (${(error as Error).message})`
    throw new StartError(`STRIPE_SECRET_KEY: ${why}. Fix it, try again later, or start with PAYMENTS=off.`, {
      cause: error,
    })
  })
  return {
    ...noop,
    payments: {
      provider: 'stripe',
      account,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      priceId: STRIPE_PRICE_ID,
      webhookSecrets: STRIPE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
      connect,
    },
  }
}

/**
 * Takes payments through the sandbox. Each process runs a sandbox on its own port. The sandboxes share their data in
 * the database.
 */
async function sandboxService({ db, now, log }: Context): Promise<PaymentService> {
  const seed = (await getSiteSecret(db, 'sandbox')).toString('hex')
  const secret = `sk_sandbox_${cutText(seed, 32)}`
  const webhookSecret = `whsec_${seed.slice(32)}`
  const opened = Promise.withResolvers<Sandbox>()
  let running: Sandbox | undefined
  return {
    payments: {
      provider: 'sandbox',
      account: 'sandbox',
      publishableKey: 'pk_sandbox',
      priceId: sandboxPrice.id,
      webhookSecrets: [webhookSecret],
      connect: once(async () => {
        const { port } = await opened.promise
        return connectStripe({ secretKey: secret, host: { host: '127.0.0.1', port, protocol: 'http' } })
      }),
    },
    async open(webhookUrl) {
      const warn = (error: Error) => log.warn({ error: error.message }, 'the payment sandbox failed')
      running = await startSandbox({
        db,
        now,
        secret,
        webhookSecret,
        webhookUrl,
        everyMs: sandboxIntervalMs,
        log: warn,
      })
      opened.resolve(running)
    },
    close: async () => running?.stop(),
  }
}

/** Returns a function that runs `make` once for all its callers. If `make` fails, the next call runs it again. */
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
