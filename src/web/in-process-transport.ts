import type { Transport } from './send.ts'

/**
 * The transport of a server-side client to the API in the same process. Follows redirects (a prompt's former slug)
 * like a browser's fetch, since `app.request` returns the 301 itself. Leaves out the signal: no handler of a read stops
 * when it is aborted, and a Request with a signal is expensive to create.
 */
export function inProcessTransport(request: Transport): Transport {
  return async (path, { signal: _, ...init }) => {
    const response = await request(path, init)
    const location = response.status >= 301 && response.status <= 308 ? response.headers.get('location') : null
    return location ? request(location, init) : response
  }
}
