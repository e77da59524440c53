import type { Transport } from './send.ts'

let transport: Transport | undefined

/** Sets, once at start, how server-rendered pages reach the API: by `app.request`, in process. */
export function setApiTransport(newTransport: Transport): void {
  transport = newTransport
}

/** The transport of server-rendered pages. In development the API is another process. */
export function apiTransport(): Transport {
  const origin = process.env.DEV_API_ORIGIN
  if (!transport && origin) return (path, init) => fetch(new URL(path, origin), init)
  if (!transport) throw new Error('setApiTransport() must be called before a page is rendered.')
  return transport
}
