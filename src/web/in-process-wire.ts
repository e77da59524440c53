import type { Wire } from './send.ts'

/**
 * The wire of a server-side client to the API in the same process. Follows redirects (a prompt's former slug) like a
 * browser's fetch, since `app.request` returns the 301 itself.
 */
export function inProcessWire(request: Wire): Wire {
  return async (path, init) => {
    const response = await request(path, init)
    const location = response.status >= 301 && response.status <= 308 ? response.headers.get('location') : null
    return location ? request(location, init) : response
  }
}
