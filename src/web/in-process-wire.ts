import type { Wire } from './send.ts'

/**
 * The wire of a server-side client: the API in the same process. It follows a redirect (a prompt's former slug) as a
 * browser's fetch does, since `app.request` would give the 301 itself.
 */
export function inProcessWire(request: Wire): Wire {
  return async (path, init) => {
    const response = await request(path, init)
    const location = response.status >= 301 && response.status <= 308 ? response.headers.get('location') : null
    return location ? request(location, init) : response
  }
}
