import { requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { healthContract as contract, type Health } from '../contract.ts'

/** Creates the endpoint of the Health page. `read` checks the site and returns what it found. */
export function healthRoutes(read: () => Promise<Health>): Api {
  const api = createApi()
  api.openapi(contract.readHealth, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json(await read(), 200)
  })
  return api
}
