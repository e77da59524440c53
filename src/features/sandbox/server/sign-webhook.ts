import { createHmac } from 'node:crypto'

/**
 * The Stripe-Signature header of a webhook: `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`
 * (docs.stripe.com/webhooks, "Verify manually").
 */
export function signWebhook(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
