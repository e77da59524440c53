import { z } from '@hono/zod-openapi'
import type { Configuration } from 'openid-client'
import { storable } from '#lib/well-formed.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Provider, providerNames } from '../rules.ts'
import type { OauthSettings, ProviderKeys } from './oauth-settings.ts'

/** A user of a provider. `subject` is the user's id there; `email` is null unless the provider has confirmed it. */
export type Identity = { subject: string; name: string; email: string | null }

/** A provider that takes longer counts as unavailable, in seconds. */
const timeoutSeconds = 5

/** `emails`: where a provider without OpenID lists addresses. */
type Endpoints = { issuer: string; authorize: string; token: string; user: string; emails?: string; scope: string }

const endpoints: Record<Provider, Endpoints> = {
  github: {
    issuer: 'https://github.com',
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

/** What a request to a provider needs: our credentials there, and the URL it sends users back to. */
export type ProviderRequest = {
  provider: Provider
  keys: ProviderKeys
  testUrl: OauthSettings['testUrl']
  redirectUri: string
}

/** Returns the URL where users authorize us at the provider (RFC 6749, section 4.1.1, with PKCE: RFC 7636). */
export async function buildAuthorizeUrl(
  request: ProviderRequest,
  flow: { state: string; verifier: string },
): Promise<string> {
  const client = await import('openid-client')
  const url = client.buildAuthorizationUrl(configure(client, request), {
    redirect_uri: request.redirectUri,
    scope: endpointsOf(request).scope,
    state: flow.state,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the code for the user's identity. The token comes straight from the provider over TLS and isn't stored.
 * AppError invalid_credentials (the provider refused the code), provider_unavailable.
 */
export async function readIdentity(request: ProviderRequest, code: string, verifier: string): Promise<Identity> {
  const client = await import('openid-client')
  const config = configure(client, request)
  const { user, emails } = endpointsOf(request)
  const callbackUrl = new URL(request.redirectUri)
  callbackUrl.searchParams.set('code', code)
  try {
    // The caller has compared the state with the cookie's.
    const granted = await client.authorizationCodeGrant(config, callbackUrl, { pkceCodeVerifier: verifier })
    const token = granted.access_token
    if (!emails) {
      const subject = granted.claims()?.sub ?? client.skipSubjectCheck
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

function configure(client: Library, request: ProviderRequest): Configuration {
  const { issuer, authorize, token, user } = endpointsOf(request)
  const { clientId, clientSecret } = request.keys
  const endpoints = { issuer, authorization_endpoint: authorize, token_endpoint: token, userinfo_endpoint: user }
  const config = new client.Configuration(endpoints, clientId, {}, client.ClientSecretPost(clientSecret))
  config.timeout = timeoutSeconds
  config[client.customFetch] = async (url, init) => {
    const response = await fetch(url, { ...(init as RequestInit), redirect: 'error' })
    if (response.ok) return response
    const { status } = response
    throw status >= 400 && status < 500 && status !== 429
      ? refusedError(request)
      : unavailableError(request, new Error(`It returned ${status}`))
  }
  if (request.testUrl) client.allowInsecureRequests(config)
  return config
}

/** GitHub refuses with status 200 and a body without a token. An identity issued for another site is refused too. */
const refusals = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** Converts an error of the library, which wraps what its fetch threw. */
function toAppError(request: ProviderRequest, error: unknown): AppError {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof AppError) return cause
  return refusals.has(`${code}`) ? refusedError(request) : unavailableError(request, error)
}

const GithubUser = z.object({ id: z.number(), login: z.string() })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const OpenIdUser = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})

function parseGithubUser(user: unknown, emails: unknown): Identity {
  const { id, login } = GithubUser.parse(user)
  const confirmed = GithubEmails.parse(emails).find(({ primary, verified }) => primary && verified)
  return { subject: `${id}`, name: storable(login), email: confirmed?.email ?? null }
}

function parseOpenIdUser(user: unknown): Identity {
  const { sub, name, email, email_verified } = OpenIdUser.parse(user)
  return { subject: sub, name: storable(name ?? email ?? sub), email: email_verified && email ? email : null }
}

function endpointsOf({ provider, testUrl }: ProviderRequest): Endpoints {
  if (!testUrl) return endpoints[provider]
  const testEndpoint = (path: string) => `${testUrl}/${provider}/${path}`
  const { emails, scope } = endpoints[provider]
  return {
    issuer: testUrl,
    authorize: testEndpoint('authorize'),
    token: testEndpoint('token'),
    user: testEndpoint('user'),
    emails: emails && testEndpoint('emails'),
    scope,
  }
}

function refusedError({ provider }: ProviderRequest): AppError {
  return new AppError('invalid_credentials', `${providerNames[provider]} did not confirm this sign-in. Start again.`)
}

function unavailableError({ provider }: ProviderRequest, cause: unknown): AppError {
  const message = `${providerNames[provider]} is not responding correctly. Try again in a minute.`
  return new AppError('provider_unavailable', message, { retryAfter: 60, cause })
}
