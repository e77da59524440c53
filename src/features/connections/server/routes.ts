import type { Context } from 'hono'
import { originOfRequest } from '#features/accounts/server/request-origin.ts'
import { setSessionCookie } from '#features/accounts/server/set-session-cookie.ts'
import { getOwnUser } from '#features/accounts/server/user-queries.ts'
import { requireMember } from '#server/platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#server/platform/api.ts'
import { connectionsContract as contract } from '../contract.ts'
import type { Provider } from '../rules.ts'
import { removeConnection } from './connect-account.ts'
import { listConnections } from './connection-queries.ts'
import { detourCookie, endedDetourCookie, readDetour } from './detour-cookie.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import type { ConnectionContext } from './oauth-settings.ts'
import { returnFromProvider } from './return-from-provider.ts'

type Ctx = Context<ApiEnv>

/** The endpoints of signing in by other sites. */
export function connectionsRoutes(context: ConnectionContext): Api {
  const api = createApi()
  const redirectUri = (c: Ctx, provider: Provider) => `${originOfRequest(context, c)}/auth/return/${provider}`

  api.openapi(contract.leaveForProvider, async (c) => {
    const { provider } = c.req.valid('param')
    const way = { provider, redirectUri: redirectUri(c, provider), ...c.req.valid('json') }
    const { url, detour } = await leaveForProvider(context, c.get('actor'), way)
    const secure = c.get('secure')
    c.header('Set-Cookie', detourCookie(await context.sessionKey(), detour, secure), { append: true })
    return c.json({ url }, 200)
  })
  api.openapi(contract.returnFromProvider, async (c) => {
    const { provider } = c.req.valid('param')
    const secure = c.get('secure')
    const detour = readDetour(await context.sessionKey(), c.req.raw.headers, secure)
    c.header('Set-Cookie', endedDetourCookie(secure), { append: true })
    const { address } = c.get('actor')
    const way = { provider, redirectUri: redirectUri(c, provider), detour, ...c.req.valid('json') }
    const who = await returnFromProvider(context, c.get('actor'), way)
    if (who.token !== null) return c.json(await setSessionCookie(context, c, who), 200)
    return c.json(await getOwnUser(context.db, who.userId, { creditsOf: context.hooks.creditsOf, address }), 200)
  })
  api.openapi(contract.listConnections, async (c) =>
    c.json(await listConnections(context.db, requireMember(c.get('actor')).id), 200),
  )
  api.openapi(contract.removeConnection, async (c) => {
    const member = requireMember(c.get('actor'))
    await removeConnection(context, member, c.req.valid('param').provider, c.req.valid('json').password)
    return c.body(null, 204)
  })
  return api
}
