import { z } from '@hono/zod-openapi'
import type { Configuration } from 'openid-client'
import { storable } from '#lib/well-formed.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Provider, providerNames } from '../rules.ts'
import type { OauthSettings, ProviderKeys } from './oauth-settings.ts'

/** Who somebody is at a provider: its own id of them, their name there, and their address if the provider has confirmed it. */
export type Identity = { subject: string; name: string; email: string | null }

/** A provider that is slow is one that is away. */
const patienceSeconds = 5

/** `emails`: where a provider without OpenID lists addresses. */
type Places = { issuer: string; authorize: string; token: string; user: string; emails?: string; scope: string }

const places: Record<Provider, Places> = {
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

/** One conversation with a provider: whose keys, and where its answers go. */
export type Talk = { provider: Provider; keys: ProviderKeys; testUrl: OauthSettings['testUrl']; redirectUri: string }

/** Where somebody says at the provider that they want in (RFC 6749, section 4.1.1, with PKCE: RFC 7636). */
export async function authorizeUrl(talk: Talk, way: { state: string; verifier: string }): Promise<string> {
  const client = await import('openid-client')
  const url = client.buildAuthorizationUrl(configure(client, talk), {
    redirect_uri: talk.redirectUri,
    scope: placesOf(talk).scope,
    state: way.state,
    code_challenge: await client.calculatePKCECodeChallenge(way.verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Turns the code into who somebody is: the token comes straight from the provider over TLS and is thrown away.
 * AppError invalid_credentials (the provider refused the code), provider_unavailable.
 */
export async function readIdentity(talk: Talk, code: string, verifier: string): Promise<Identity> {
  const client = await import('openid-client')
  const config = configure(client, talk)
  const { user, emails } = placesOf(talk)
  const back = new URL(talk.redirectUri)
  back.searchParams.set('code', code)
  try {
    // The state was compared with the browser's before.
    const granted = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })
    const token = granted.access_token
    if (!emails) {
      const subject = granted.claims()?.sub ?? client.skipSubjectCheck
      return openIdIdentity(await client.fetchUserInfo(config, token, subject))
    }
    const read = async (url: string) => (await client.fetchProtectedResource(config, token, new URL(url), 'GET')).json()
    return githubIdentity(await read(user), await read(emails))
  } catch (error) {
    throw asAnswer(talk, error)
  }
}

type Library = typeof import('openid-client')

function configure(client: Library, talk: Talk): Configuration {
  const { issuer, authorize, token, user } = placesOf(talk)
  const { clientId, clientSecret } = talk.keys
  const places = { issuer, authorization_endpoint: authorize, token_endpoint: token, userinfo_endpoint: user }
  const config = new client.Configuration(places, clientId, {}, client.ClientSecretPost(clientSecret))
  config.timeout = patienceSeconds
  config[client.customFetch] = async (url, init) => {
    const response = await fetch(url, { ...(init as RequestInit), redirect: 'error' })
    if (response.ok) return response
    const { status } = response
    throw status >= 400 && status < 500 && status !== 429
      ? refused(talk)
      : away(talk, new Error(`It answered ${status}`))
  }
  if (talk.testUrl) client.allowInsecureRequests(config)
  return config
}

/** GitHub refuses with 200 and a body that has no token; an identity that is meant for another site is refused too. */
const refusals = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** What the library throws, as an AppError. It wraps what its fetch threw. */
function asAnswer(talk: Talk, error: unknown): AppError {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof AppError) return cause
  return refusals.has(`${code}`) ? refused(talk) : away(talk, error)
}

const GithubUser = z.object({ id: z.number(), login: z.string() })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const OpenIdUser = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})

function githubIdentity(user: unknown, emails: unknown): Identity {
  const { id, login } = GithubUser.parse(user)
  const confirmed = GithubEmails.parse(emails).find(({ primary, verified }) => primary && verified)
  return { subject: `${id}`, name: storable(login), email: confirmed?.email ?? null }
}

function openIdIdentity(user: unknown): Identity {
  const { sub, name, email, email_verified } = OpenIdUser.parse(user)
  return { subject: sub, name: storable(name ?? email ?? sub), email: email_verified && email ? email : null }
}

function placesOf({ provider, testUrl }: Talk): Places {
  if (!testUrl) return places[provider]
  const at = (path: string) => `${testUrl}/${provider}/${path}`
  const { emails, scope } = places[provider]
  return {
    issuer: testUrl,
    authorize: at('authorize'),
    token: at('token'),
    user: at('user'),
    emails: emails && at('emails'),
    scope,
  }
}

function refused({ provider }: Talk): AppError {
  return new AppError('invalid_credentials', `${providerNames[provider]} did not confirm this sign-in. Start again.`)
}

function away({ provider }: Talk, cause: unknown): AppError {
  const words = `${providerNames[provider]} does not answer as it should. Try again in a minute.`
  return new AppError('provider_unavailable', words, { retryAfter: 60, cause })
}
