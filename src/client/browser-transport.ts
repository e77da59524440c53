import type { Transport } from './send.ts'

const direct: Transport = (path, init) => fetch(path, init)
let transport = direct

/** The transport of the browser's API client. */
export const browserTransport: Transport = (path, init) => transport(path, init)

/** Replaces how the browser sends API requests. `wrap` returns the new transport, which may use the plain one. */
export function wrapBrowserTransport(wrap: (direct: Transport) => Transport): void {
  transport = wrap(direct)
}
