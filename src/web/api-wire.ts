import type { Wire } from './send.ts'

let wire: Wire | undefined

/** Says, once at start, how pages rendered on the server reach the API: `app.request`, in process. */
export function setApiWire(given: Wire): void {
  wire = given
}

/** The wire of pages rendered on the server. In development the API is another process. */
export function apiWire(): Wire {
  const origin = process.env.DEV_API_ORIGIN
  if (!wire && origin) return (path, init) => fetch(new URL(path, origin), init)
  if (!wire) throw new Error('setApiWire() must be called before a page is rendered.')
  return wire
}
