import { requireRole } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { viewsContract as contract } from '../contract.ts'
import type { ViewCounter } from './count-view.ts'
import { getSiteViews } from './view-queries.ts'

/** Creates the endpoints of views. */
export function viewsRoutes({ db, now }: Platform, counter: ViewCounter): Api {
  const api = createApi()
  api.openapi(contract.countView, async (c) => {
    counter.count(c.get('actor'), c.req.valid('json'), now())
    return c.body(null, 204)
  })
  api.openapi(contract.getSiteViews, async (c) => {
    const admin = requireRole(c.get('actor'), 'admin')
    return c.json(await getSiteViews(db, admin, c.req.valid('query').days, now()), 200)
  })
  return api
}
