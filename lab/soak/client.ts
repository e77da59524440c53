import { setTimeout as wait } from 'node:timers/promises'
import { type ReceivedResponse, type RequestOptions, send } from '../load/send.ts'

/** How long a request with an Idempotency-Key is repeated, and the pause between two attempts, both in ms. */
const retryForMs = 180_000
const pauseMs = 1_500

/** Tells whether the request's outcome is still unknown after this response. Status 0: no valid response arrived. */
export const hasUnknownOutcome = ({ status, body }: ReceivedResponse) =>
  status === 0 || status >= 500 || body.code === 'in_progress'

/**
 * Sends a request with this key until its outcome is known or `retryForMs` have passed. Returns the last response, and
 * in `tries` how often the request was sent.
 */
export async function sendUntilKnown(address: string, path: string, key: string, options: RequestOptions) {
  const until = Date.now() + retryForMs
  for (let tries = 1; ; tries++) {
    const response = await send(address, path, { ...options, headers: { ...options.headers, 'idempotency-key': key } })
    if (!hasUnknownOutcome(response) || Date.now() > until) return { ...response, tries }
    await wait(pauseMs)
  }
}
