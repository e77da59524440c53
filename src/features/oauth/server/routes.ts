import type { Context } from 'hono'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { notFound } from '#platform/errors.ts'
import { type LimitRule, networkOf } from '#platform/limits.ts'
import {
  appScopes,
  isResourcePath,
  oauthEndpoints,
  oauthPath,
  requestedScopes,
  resourceDocumentPath,
  serverDocumentPath,
} from '../rules.ts'
import { consentRoutes } from './consent-routes.ts'
import { alreadySent, nodeOf, refuseLargeBody } from './node-response.ts'
import { issuerOf, type OauthContext } from './oauth-context.ts'
import type { AuthorizationServer } from './oidc-provider.ts'
import { registerApp } from './register-app.ts'

type Ctx = Context<ApiEnv>

/** Limits how many requests for access a network may make, because each of them is stored for an hour. */
const requestLimit: LimitRule = { name: 'oauth-request', points: 300, seconds: 3600 }

/**
 * The parameters of a request for access that are passed on. Others, such as those of OpenID, have no meaning here, and
 * an answer always comes in the query (`response_mode`).
 */
const requestParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
]

/** Creates the endpoints of the authorization server, the documents that describe it, and the consent page. */
export function oauthRoutes(context: OauthContext): Api {
  const api = createApi()
  // The provider's package loads with the first request.
  let server: { issuer: string; created: Promise<AuthorizationServer> } | undefined
  const load = () => {
    const issuer = issuerOf(context)
    if (server?.issuer !== issuer) {
      const created = import('./oidc-provider.ts').then((module) => module.createAuthorizationServer(context))
      server = { issuer, created }
    }
    return server.created
  }
  /** Lets the provider respond. `path` is the path below the issuer. */
  const callProvider = async (c: Ctx, path: string) => {
    const { incoming, outgoing } = nodeOf(c)
    const { respond } = await load()
    await respond(incoming, outgoing, path, c.get('actor').address)
    return alreadySent(c)
  }

  api.get(`${resourceDocumentPath}/*`, (c) => {
    const path = c.req.path.slice(resourceDocumentPath.length)
    if (!isResourcePath(path, context.isClosed === true)) throw notFound(t('This document'))
    return c.json({
      resource: `${context.origin()}${path}`,
      authorization_servers: [issuerOf(context)],
      scopes_supported: Object.keys(appScopes),
      bearer_methods_supported: ['header'],
      resource_name: context.siteName,
      resource_documentation: `${context.origin()}/mcp`,
    })
  })
  for (const path of [serverDocumentPath, `${oauthPath}/.well-known/openid-configuration`])
    api.get(path, (c) => callProvider(c, '/.well-known/openid-configuration'))
  api.get(`${oauthPath}/jwks`, (c) => callProvider(c, '/jwks'))
  api.get(oauthEndpoints.authorization, async (c) => {
    await context.limits.take(requestLimit, networkOf(c.get('actor').address))
    return callProvider(c, `/auth?${cleanRequest(new URL(c.req.url).searchParams)}`)
  })
  // An escaped question mark in the id would begin a query that `cleanRequest` hasn't seen.
  api.get(`${oauthEndpoints.authorization}/:request{[\\w-]+}`, (c) =>
    callProvider(c, `/auth/${c.req.param('request')}`),
  )
  api.post(oauthEndpoints.token, (c) => callProvider(c, '/token'))
  api.post(oauthEndpoints.revocation, (c) => callProvider(c, '/token/revocation'))
  api.post(oauthEndpoints.registration, async (c) => {
    refuseLargeBody(c)
    const registered = await registerApp(context, await c.req.json().catch(() => null), c.get('actor').address)
    if (registered) return c.json(registered, 201)
    const description =
      'redirect_uris must list https addresses, loopback http addresses, or addresses of an app’s scheme'
    return c.json({ error: 'invalid_redirect_uri', error_description: description }, 400)
  })

  api.route('/', consentRoutes(context, load))
  return api
}

/**
 * Returns the query of an app's request for the provider: only parameters that have a meaning here and can be stored, only scopes that
 * exist, and always with the member's consent, unless the app wants no page at all (`prompt=none`), which is refused.
 */
function cleanRequest(sent: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of requestParameters)
    for (const value of sent.getAll(name).filter(isStorable)) query.append(name, value)
  query.set('scope', requestedScopes(sent.get('scope')).join(' '))
  query.set('prompt', sent.get('prompt') === 'none' ? 'none' : 'consent')
  return query
}
