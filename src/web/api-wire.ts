import type { Wire } from './send.ts'

let wire: Wire | undefined

/** Sets, once at start, how server-rendered pages reach the API: by `app.request`, in process. */
export function setApiWire(given: Wire): void {
  wire = given
}

/** The wire of server-rendered pages. In development the API is another process. */
export function apiWire(): Wire {
  const origin = process.env.DEV_API_ORIGIN
  if (!wire && origin) return (path, init) => fetch(new URL(path, origin), init)
  if (!wire) throw new Error('setApiWire() must be called before a page is rendered.')
  return wire
}
