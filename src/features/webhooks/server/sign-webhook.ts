import { createHmac } from 'node:crypto'

/** How many random bytes a secret has. */
export const secretBytes = 32

/** Returns a secret in the form in which receivers enter it (Standard Webhooks 1.0). */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/**
 * Returns the headers that identify and sign a message (Standard Webhooks 1.0): the signature is the HMAC-SHA256 of id,
 * timestamp in seconds and body, with dots between them.
 */
export function signedHeaders(secret: Buffer, { id, at, body }: { id: string; at: Date; body: string }) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
