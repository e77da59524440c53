import { createHmac, createPrivateKey } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import type { LimitRule } from '#platform/limits.ts'
import { networkOf } from '#platform/limits.ts'
import { redirectKind } from '../client-rules.ts'
import { appScopes, consentPath, isResourcePath, oauthLifetimes, oauthPath } from '../rules.ts'
import { messagePage } from './consent-page.ts'
import { createDocumentFetch } from './fetch-client-document.ts'
import { issuerOf, type OauthContext } from './oauth-context.ts'
import { storeOf } from './stored-records.ts'

/** Limits how many documents of apps are fetched for a network, because each fetch is a request to somebody's server. */
const documentLimit: LimitRule = { name: 'oauth-document', points: 60, seconds: 3600 }

/** What the page of a refusal says about errors whose description doesn't help a person. */
const refusals: Record<string, Message> = {
  invalid_client: msg(
    'This site doesn’t know the app, or can’t read what the app says about itself. Remove this site in the app, and add it again.',
  ),
  server_error: msg('Something went wrong on this site. Go back to the app and connect it again.'),
}

function refusedText(problem: string): string {
  return t('Its request was refused: {problem}. Go back to the app and connect it again.', { problem })
}

/** The IP address that a request comes from, as the app determined it. */
const addresses = new WeakMap<IncomingMessage, string>()

/** What changes a response of the provider. */
type Answering = Pick<KoaContextWithOIDC, 'body' | 'remove' | 'response' | 'set' | 'status' | 'type'>

export type AuthorizationServer = Awaited<ReturnType<typeof createAuthorizationServer>>

/**
 * Creates the authorization server (OAuth 2.1): authorization codes with PKCE, refresh tokens that work once, documents
 * of apps (CIMD), resource indicators (RFC 8707), `iss` (RFC 9207) and revocation (RFC 7009). It keeps nothing in memory
 * but documents, for up to five minutes, so any number of processes can share a database.
 */
export async function createAuthorizationServer(context: OauthContext) {
  const { db, now, origin, sessionKey, limits, isClosed = false, logError } = context
  const resourceAt = (path: string) => `${origin()}${path}`
  const siteKey = await sessionKey()
  const keyFor = (use: string) => createHmac('sha256', siteKey).update(`oauth ${use}`).digest()
  const cookies = { httpOnly: true, sameSite: 'lax', signed: true } as const
  const provider = new Provider(issuerOf(context), {
    adapter: (name) => storeOf({ db, now, refusal: (why) => new errors.InvalidGrant(why) }, name),
    // The provider requires a key, but signs nothing: tokens are opaque, and there are no ID tokens.
    jwks: { keys: [signingKey(keyFor('signatures'))] },
    clientDefaults: { id_token_signed_response_alg: 'Ed25519' },
    cookies: {
      keys: [keyFor('cookies').toString('base64url')],
      names: { session: 'oauth-session', interaction: 'oauth-request', resume: 'oauth-resume' },
      short: cookies,
      long: cookies,
    },
    routes: { authorization: '/auth', token: '/token', revocation: '/token/revocation', jwks: '/jwks' },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    ttl: {
      AuthorizationCode: oauthLifetimes.code,
      AccessToken: oauthLifetimes.access,
      RefreshToken: (_, { iiat }) => {
        const seconds = Math.floor(Date.now() / 1000)
        return Math.max(1, Math.min(oauthLifetimes.refresh, (iiat ?? seconds) + oauthLifetimes.longest - seconds))
      },
      Interaction: oauthLifetimes.request,
      // A grant's row says when it ends. A session lasts for one response.
      Grant: oauthLifetimes.refresh,
      Session: oauthLifetimes.request,
    },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    fetch: createDocumentFetch(context),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      rpMetadataChoices: { enabled: true },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 30, max: 300 },
        async allowFetch(ctx) {
          const address = addresses.get(ctx.req as IncomingMessage) ?? ''
          return limits.take(documentLimit, networkOf(address)).then(
            () => true,
            () => false,
          )
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_, __, oneOf) => oneOf?.[0] ?? resourceAt('/mcp/me'),
        useGrantedResource: async () => true,
        async getResourceServerInfo(_, resource) {
          const path = resource.startsWith(`${origin()}/`) ? resource.slice(origin().length) : ''
          if (!isResourcePath(path, isClosed)) throw new errors.InvalidTarget()
          return {
            audience: resource,
            scope: Object.keys(appScopes).join(' '),
            accessTokenFormat: 'opaque',
            accessTokenTTL: oauthLifetimes.access,
          }
        },
      },
    },
    async findAccount(ctx, id) {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('banned', '=', false)
        .executeTakeFirst()
      // The account was banned or deleted between the member's answer and this request.
      if (!user && ctx.oidc.route === 'resume') throw new errors.AccessDenied('the account is banned or deleted')
      return user && { accountId: id, claims: () => ({ sub: id }) }
    },
    async loadExistingGrant(ctx) {
      const grantId = ctx.oidc.result?.consent?.grantId
      if (!grantId) return undefined
      const grant = await ctx.oidc.provider.Grant.find(grantId)
      if (!grant) throw new errors.AccessDenied('the access has ended')
      return grant
    },
    interactions: { url: (_, request) => `${consentPath}${request.uid}` },
    async renderError(ctx, { error_description: description, error }) {
      const refusal = refusals[error]
      refuse(ctx, refusal ? translate(refusal) : refusedText(description ?? error))
    },
  })
  // `callProvider` sets the header that says whether the browser uses https.
  provider.proxy = true
  provider.on('server_error', (_, error) => logError(error))
  // Sessions are the site's. Without this, the provider would add a cookie for one of its own.
  provider.on('authorization.success', (ctx) => Object.assign(ctx.oidc.session ?? {}, { destroyed: true }))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'authorization') return stopAtRedirect(ctx)
    if (ctx.oidc?.route !== 'discovery') return
    ctx.body = {
      ...ctx.body,
      scopes_supported: [...Object.keys(appScopes), 'offline_access'],
      response_modes_supported: ['query'],
      registration_endpoint: context.refusesRegistration ? undefined : `${issuerOf(context)}/reg`,
    }
  })
  /** Responds with a page that says why an app can't be connected. `answer`: where the app learns it. */
  const refuse = (ctx: Answering, text: string, answer?: URL) => {
    const { html, policy } = messagePage(t('This app can’t be connected'), text, context, answer)
    ctx.set('Content-Security-Policy', policy)
    ctx.type = 'html'
    ctx.body = html
  }
  /**
   * Shows a refusal to the person before a website gets it. Otherwise anybody could register a website here and then
   * write links to this site that lead there (RFC 9700, 4.11.2).
   */
  const stopAtRedirect = (ctx: Answering) => {
    const location = String(ctx.response.get('location'))
    if (redirectKind(location.split('#', 1)[0] ?? '') !== 'web') return
    const answer = new URL(location)
    const parameters = answer.hash ? new URLSearchParams(answer.hash.slice(1)) : answer.searchParams
    const problem = parameters.get('error_description') ?? parameters.get('error') ?? ''
    ctx.remove('location')
    ctx.status = 400
    refuse(ctx, refusedText(problem), answer)
  }
  const respond = provider.callback()
  return {
    provider,
    /**
     * Lets the provider respond to a request. `path`: the path below the issuer, with the query. `address`: the IP
     * address that the request comes from. The site's address decides what the provider takes for its own.
     */
    async respond(request: IncomingMessage, response: Parameters<typeof respond>[1], path: string, address: string) {
      const { host, protocol } = new URL(origin())
      addresses.set(request, address)
      Object.assign(request, { url: path, originalUrl: `${oauthPath}${path}` })
      Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
      await respond(request, response)
    },
  }
}

/** Makes an Ed25519 key of 32 secret bytes (RFC 8032, 5.1.5), so that all processes have the same. */
function signingKey(seed: Buffer) {
  // The constant bytes are those of PKCS #8 around the seed (RFC 8410, 7).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const jwk = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
  return { ...jwk, kty: 'OKP', crv: 'Ed25519', x: String(jwk.x), alg: 'Ed25519', use: 'sig' } as const
}
