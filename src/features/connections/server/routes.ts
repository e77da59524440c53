import type { Context } from 'hono'
import { originOfRequest } from '#features/accounts/server/sessions/request-origin.ts'
import { setSessionCookie } from '#features/accounts/server/sessions/set-session-cookie.ts'
import { getOwnUser } from '#features/accounts/server/user-queries.ts'
import { requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { connectionsContract as contract } from '../contract.ts'
import type { Provider } from '../rules.ts'
import { removeConnection } from './connect-account.ts'
import { listConnections } from './connection-queries.ts'
import { finishProviderLogin } from './finish-provider-login.ts'
import { expiredOauthFlowCookie, oauthFlowCookie, readOauthFlow } from './oauth-flow-cookie.ts'
import type { ConnectionContext } from './oauth-settings.ts'
import { startProviderLogin } from './start-provider-login.ts'

type Ctx = Context<ApiEnv>

/** Creates the endpoints for signing in through other sites. */
export function connectionsRoutes(context: ConnectionContext): Api {
  const api = createApi()
  const redirectUri = (c: Ctx, provider: Provider) => `${originOfRequest(context, c)}/auth/return/${provider}`

  api.openapi(contract.startProviderLogin, async (c) => {
    const { provider } = c.req.valid('param')
    const login = { provider, redirectUri: redirectUri(c, provider), ...c.req.valid('json') }
    const { url, flow } = await startProviderLogin(context, c.get('actor'), login)
    const secure = c.get('isSecure')
    c.header('Set-Cookie', oauthFlowCookie(await context.sessionKey(), flow, secure), { append: true })
    return c.json({ url }, 200)
  })
  api.openapi(contract.finishProviderLogin, async (c) => {
    const { provider } = c.req.valid('param')
    const secure = c.get('isSecure')
    const flow = readOauthFlow(await context.sessionKey(), c.req.raw.headers, secure)
    c.header('Set-Cookie', expiredOauthFlowCookie(secure), { append: true })
    const { address } = c.get('actor')
    const login = { provider, redirectUri: redirectUri(c, provider), flow, ...c.req.valid('json') }
    const result = await finishProviderLogin(context, c.get('actor'), login)
    if (result.token !== null) return c.json(await setSessionCookie(context, c, result), 200)
    return c.json(await getOwnUser(context.db, result.userId, { ...context.hooks, address }), 200)
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
