import type { Transport } from './send.ts'

/**
 * The transport with which rendered pages call the API in the same process. It follows redirects (a prompt's former
 * slug) like a browser, because `app.request` returns the 301 itself. It leaves out the signal, because handlers of
 * reads don't stop when a signal is aborted, and a Request with a signal is expensive to create.
 */
export function inProcessTransport(request: Transport): Transport {
  return async (path, { signal: _, ...init }) => {
    const response = await request(path, init)
    const location = response.status >= 301 && response.status <= 308 ? response.headers.get('location') : null
    return location ? request(location, init) : response
  }
}
