import type { Transport } from './send.ts'

/**
 * The transport with which pages call the API in the same process while they are rendered. It follows redirects (from a
 * prompt's former slug) like a browser, because `app.request` returns the 301 itself. It leaves out the signal:
 * handlers of reads don't stop when a signal is aborted, and a Request with a signal is expensive to create.
 */
export function inProcessTransport(request: Transport): Transport {
  return async (path, { signal: _, ...init }) => {
    const response = await request(path, init)
    const location = response.status >= 301 && response.status <= 308 ? response.headers.get('location') : null
    return location ? request(location, init) : response
  }
}
