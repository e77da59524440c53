import type { Configuration } from 'openid-client'
import { cutText } from '#lib/well-formed.ts'
import { AppError } from '#platform/errors.ts'
import { readAtMost } from '#platform/read-at-most.ts'
import type { Provider } from '../rules.ts'
import { nameIn, type OauthSettings, type OidcSettings, type ProviderKeys } from './oauth-settings.ts'
import { type Identity, parseGithubUser, parseOpenIdUser } from './provider-user.ts'

/** A provider counts as unavailable if it hasn't responded after this many seconds. */
const timeoutSeconds = 5
/** The maximum size of a provider's response, in bytes. */
const responseMax = 1_000_000
/** After how many characters a provider's error code is cut in the log. */
const errorCodeMax = 100

/** `emails` is the URL where a provider without OpenID lists a user's addresses. */
type Endpoints = { issuer: string; authorize: string; token: string; user: string; emails?: string; scope: string }

const endpoints: Record<Exclude<Provider, 'oidc'>, Endpoints> = {
  github: {
    // GitHub names itself this in redirects (RFC 9207). A redirect without an issuer is accepted, too.
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
    scope: 'read:user user:email',
  },
  google: {
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    user: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid email profile',
  },
}

/** What a request to a provider needs: this site's credentials, and the URL to which the provider redirects users. */
export type ProviderRequest = {
  provider: Provider
  keys: ProviderKeys
  oauth: OauthSettings
  redirectUri: string
}

/** The secrets of a login. The browser stores them in a signed cookie. */
type FlowSecrets = { state: string; verifier: string; nonce: string }

/**
 * Returns the URL at the provider where users authorize this site (RFC 6749, section 4.1.1, with PKCE: RFC 7636; for
 * the nonce: OpenID Connect Core 1.0, section 3.1.2.1). `usesGroups`: whether something depends on people's groups. Throws AppError provider_unavailable.
 */
export async function buildAuthorizeUrl(
  request: ProviderRequest,
  flow: FlowSecrets,
  { usesGroups }: { usesGroups: boolean },
): Promise<string> {
  const client = await import('openid-client')
  try {
    const config = await configure(client, request)
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: request.redirectUri,
      scope: scopeOf(request, config, usesGroups),
      state: flow.state,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(request.provider === 'oidc' && { nonce: flow.nonce }),
    })
    return url.href
  } catch (error) {
    throw toAppError(request, error)
  }
}

/**
 * Exchanges the code for the user's identity. The token comes directly from the provider over TLS and isn't stored.
 * `iss` is the issuer that the redirect names (RFC 9207). Throws AppError invalid_credentials (the provider refused the
 * code, or its identity token isn't valid) or provider_unavailable.
 */
export async function readIdentity(
  request: ProviderRequest,
  { code, iss }: { code: string; iss?: string },
  flow: Pick<FlowSecrets, 'verifier' | 'nonce'>,
): Promise<Identity> {
  const client = await import('openid-client')
  try {
    const config = await configure(client, request)
    // The URL has no `state`, because the caller has already compared it with the state in the cookie.
    const callbackUrl = new URL(request.redirectUri)
    callbackUrl.searchParams.set('code', code)
    if (iss !== undefined) callbackUrl.searchParams.set('iss', iss)
    if (request.provider === 'oidc') return await readOidcIdentity(client, config, request, callbackUrl, flow)
    const tokens = await client.authorizationCodeGrant(config, callbackUrl, { pkceCodeVerifier: flow.verifier })
    const token = tokens.access_token
    const { user, emails } = endpointsOf(request.provider, request.oauth)
    if (!emails) {
      const subject = tokens.claims()?.sub ?? client.skipSubjectCheck
      return parseOpenIdUser(await client.fetchUserInfo(config, token, subject))
    }
    const fetchJson = async (url: string) =>
      (await client.fetchProtectedResource(config, token, new URL(url), 'GET')).json()
    return parseGithubUser(await fetchJson(user), await fetchJson(emails))
  } catch (error) {
    throw toAppError(request, error)
  }
}

type Library = typeof import('openid-client')

/**
 * Reads the identity at the operator's provider. The library checks the identity token's signature, issuer, audience,
 * time and nonce, and that the user info has the same subject.
 */
async function readOidcIdentity(
  client: Library,
  config: Configuration,
  { oauth }: ProviderRequest,
  callbackUrl: URL,
  { verifier, nonce }: Pick<FlowSecrets, 'verifier' | 'nonce'>,
): Promise<Identity> {
  client.enableNonRepudiationChecks(config)
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(config, callbackUrl, checks)
  const claims = tokens.claims()
  const { issuer, userinfo_endpoint } = config.serverMetadata()
  const hasUserInfo = userinfo_endpoint !== undefined
  const user = hasUserInfo && (await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? ''))
  return parseOpenIdUser({ ...claims, ...user }, oauth.oidc && { ...oauth.oidc, issuer })
}

async function configure(client: Library, request: ProviderRequest): Promise<Configuration> {
  const { provider, keys, oauth } = request
  const config =
    provider === 'oidc'
      ? await configureOidc(client, request)
      : configureKnown(client, keys, endpointsOf(provider, oauth))
  config.timeout = timeoutSeconds
  config[client.customFetch] = providerFetch(request)
  if (provider === 'oidc' ? isPlainHttp(oauth.oidc) : oauth.testUrl) client.allowInsecureRequests(config)
  return config
}

function configureKnown(
  client: Library,
  { clientId, clientSecret }: ProviderKeys,
  { issuer, authorize, token, user }: Endpoints,
): Configuration {
  const metadata = { issuer, authorization_endpoint: authorize, token_endpoint: token, userinfo_endpoint: user }
  return new client.Configuration(metadata, clientId, {}, client.ClientSecretPost(clientSecret))
}

type Metadata = ReturnType<Configuration['serverMetadata']>

/** The cached metadata of the operator's provider (OpenID Connect Discovery 1.0), by its settings. */
const metadataCache = new WeakMap<OidcSettings, { until: number; metadata: Metadata }>()
/**
 * How long metadata is cached, in ms. Signing keys are fetched with each sign-in, so a change of keys takes effect
 * immediately.
 */
const metadataCacheMs = 5 * 60_000

async function configureOidc(client: Library, request: ProviderRequest): Promise<Configuration> {
  const { oidc } = request.oauth
  if (!oidc) throw new Error('The OpenID provider has no settings.')
  const { clientId, clientSecret } = request.keys
  const cached = metadataCache.get(oidc)
  const metadata = cached && cached.until > performance.now() ? cached.metadata : await discover(client, request, oidc)
  const methods = metadata.token_endpoint_auth_methods_supported
  // A provider that lists no methods supports `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
  const supportsBasic = methods === undefined || methods.includes('client_secret_basic')
  const authentication = supportsBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
  return new client.Configuration(metadata, clientId, {}, authentication)
}

/**
 * Reads the provider's metadata. The issuer in it must be the one in the settings. Throws AppError
 * provider_unavailable.
 */
async function discover(client: Library, request: ProviderRequest, oidc: OidcSettings): Promise<Metadata> {
  const options = {
    timeout: timeoutSeconds,
    execute: isPlainHttp(oidc) ? [client.allowInsecureRequests] : [],
    [client.customFetch]: async (url: string, init: unknown) => readBounded(request, await fetchOnce(url, init)),
  }
  const config = await client
    .discovery(new URL(oidc.issuer), request.keys.clientId, undefined, undefined, options)
    .catch((cause) => {
      throw unavailableError(request, cause)
    })
  const metadata = config.serverMetadata()
  metadataCache.set(oidc, { until: performance.now() + metadataCacheMs, metadata })
  return metadata
}

/** Tells whether the issuer's URL uses plain http, which the settings allow only for a provider on this machine. */
function isPlainHttp(oidc: OidcSettings | undefined): boolean {
  return oidc?.issuer.startsWith('http:') ?? false
}

/**
 * Returns the scopes to request. They include `groups` if something depends on groups and the provider supports that
 * scope.
 */
function scopeOf({ provider, oauth }: ProviderRequest, config: Configuration, usesGroups: boolean): string {
  if (provider !== 'oidc') return endpointsOf(provider, oauth).scope
  const hasGroups = usesGroups && config.serverMetadata().scopes_supported?.includes('groups')
  return hasGroups ? 'openid email profile groups' : 'openid email profile'
}

/**
 * The error codes that mean that the operator's credentials or URL are wrong (RFC 6749, section 5.2, and GitHub's own),
 * so another attempt can't help.
 */
const settingsErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
])

function providerFetch(request: ProviderRequest) {
  return async (url: string, init: unknown) => {
    const response = await readBounded(request, await fetchOnce(url, init))
    const { status } = response
    const code = await errorCodeOf(response)
    // GitHub refuses with status 200 and an error code.
    if (response.ok && code === undefined) return response
    const cause = new Error(['The provider returned', status, code].join(' ').trimEnd())
    const isRefusal = status < 500 && status !== 429 && status !== 401 && !settingsErrors.has(code ?? '')
    throw isRefusal ? refusedError(request, cause) : unavailableError(request, cause)
  }
}

/** Returns the error code in a provider's JSON response (RFC 6749, section 5.2), or undefined if it has none. */
async function errorCodeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { error } = Object(body)
  return typeof error === 'string' ? cutText(error, errorCodeMax) : undefined
}

function fetchOnce(url: string, init: unknown): Promise<Response> {
  return fetch(url, { ...(init as RequestInit), redirect: 'error' })
}

/** Reads the whole response. Throws AppError provider_unavailable if it has more than `responseMax` bytes. */
async function readBounded(request: ProviderRequest, response: Response): Promise<Response> {
  const tooLarge = () => unavailableError(request, new Error(`The response is over ${responseMax} bytes`))
  const body = await readAtMost(response.body, responseMax, tooLarge)
  const { status, headers } = response
  return new Response(body, { status, headers })
}

/** The library's error codes that mean a refused login. An invalid identity token also counts as a refusal. */
const refusals = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

/** Converts an error of the library to an AppError. If the fetch function throws an error, the library wraps it. */
function toAppError(request: ProviderRequest, error: unknown): AppError {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (error instanceof AppError) return error
  if (cause instanceof AppError) return cause
  return refusals.has(`${code}`) ? refusedError(request, error) : unavailableError(request, error)
}

function endpointsOf(provider: Exclude<Provider, 'oidc'>, { testUrl }: OauthSettings): Endpoints {
  if (!testUrl) return endpoints[provider]
  const testEndpoint = (path: string) => `${testUrl}/${provider}/${path}`
  const { issuer, emails, scope } = endpoints[provider]
  return {
    issuer,
    authorize: testEndpoint('authorize'),
    token: testEndpoint('token'),
    user: testEndpoint('user'),
    emails: emails && testEndpoint('emails'),
    scope,
  }
}

function refusedError({ provider, oauth }: ProviderRequest, cause: unknown): AppError {
  const message = `${nameIn(oauth, provider)} did not confirm this sign-in. Start again.`
  return new AppError('invalid_credentials', message, { cause })
}

function unavailableError({ provider, oauth }: ProviderRequest, cause: unknown): AppError {
  const message = `${nameIn(oauth, provider)} is not responding correctly. Try again in a minute.`
  return new AppError('provider_unavailable', message, { retryAfter: 60, cause })
}
