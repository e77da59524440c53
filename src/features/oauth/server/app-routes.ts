import { requireMember, requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { oauthContract as contract } from '../contract.ts'
import { disconnectApp } from './end-grants.ts'
import { countApps, listApps } from './grant-queries.ts'
import type { OauthContext } from './oauth-context.ts'

/** Creates the endpoints by which members manage the apps that act for them. */
export function appRoutes({ db, now }: Pick<OauthContext, 'db' | 'now'>): Api {
  const api = createApi()
  api.openapi(contract.listApps, async (c) => c.json(await listApps(db, requireMember(c.get('actor')).id, now()), 200))
  api.openapi(contract.disconnectApp, async (c) => {
    await disconnectApp(db, requireMember(c.get('actor')), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(contract.countAppsOf, async (c) => {
    requireRole(c.get('actor'), 'admin')
    return c.json({ count: await countApps(db, c.req.valid('param').userId, now()) }, 200)
  })
  return api
}
