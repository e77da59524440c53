import type { Transport } from './send.ts'

let transport: Transport | undefined

/**
 * Sets how pages reach the API while the server renders them: by `app.request`, in the same process. Call it once at
 * startup.
 */
export function setApiTransport(newTransport: Transport): void {
  transport = newTransport
}

/** How pages reach the API while the server renders them. During development, by requests to DEV_API_ORIGIN. */
export function apiTransport(): Transport {
  const origin = process.env.DEV_API_ORIGIN
  if (!transport && origin) return (path, init) => fetch(new URL(path, origin), init)
  if (!transport) throw new Error('setApiTransport() must be called before a page is rendered.')
  return transport
}
