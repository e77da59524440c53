import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { storable } from '#lib/well-formed.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Provider, providerNames } from '../rules.ts'
import type { OauthSettings, ProviderKeys } from './oauth-settings.ts'

/** Who somebody is at a provider: its own id of them, their name there, and their address if the provider has confirmed it. */
export type Identity = { subject: string; name: string; email: string | null }

/** A provider that is slow is one that is away, in ms. */
const patienceMs = 5_000

type Places = { authorize: string; token: string; user: string; emails?: string; scope: string }

const places: Record<Provider, Places> = {
  github: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
    scope: 'read:user user:email',
  },
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    user: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid email profile',
  },
}

/** One conversation with a provider: whose keys, and where its answers go. */
export type Talk = { provider: Provider; keys: ProviderKeys; testUrl: OauthSettings['testUrl']; redirectUri: string }

/** Where somebody says at the provider that they want in (RFC 6749, section 4.1.1, with PKCE: RFC 7636). */
export function authorizeUrl(talk: Talk, { state, verifier }: { state: string; verifier: string }): string {
  const { authorize, scope } = placesOf(talk)
  const url = new URL(authorize)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: talk.keys.clientId,
    redirect_uri: talk.redirectUri,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return url.href
}

/**
 * Turns the code into who somebody is: the token comes straight from the provider over TLS and is thrown away.
 * AppError invalid_credentials (the provider refused the code), provider_unavailable.
 */
export async function readIdentity(talk: Talk, code: string, verifier: string): Promise<Identity> {
  const { token, user, emails } = placesOf(talk)
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: talk.redirectUri,
    client_id: talk.keys.clientId,
    client_secret: talk.keys.clientSecret,
    code_verifier: verifier,
  }
  const granted = Token.safeParse(await ask(talk, token, { method: 'POST', body: new URLSearchParams(form) }))
  // GitHub refuses with 200 and a body that has no token.
  if (!granted.success) throw refused(talk)
  const authorization = `Bearer ${granted.data.access_token}`
  const read = (url: string) => ask(talk, url, { headers: { authorization } })
  try {
    if (talk.provider === 'google') return googleIdentity(await read(user))
    return githubIdentity(await read(user), await read(emails ?? user))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw away(talk, error)
  }
}

const Token = z.object({ access_token: z.string().min(1) })
const GithubUser = z.object({ id: z.number(), login: z.string() })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const GoogleUser = z.object({
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

function googleIdentity(user: unknown): Identity {
  const { sub, name, email, email_verified } = GoogleUser.parse(user)
  return { subject: sub, name: storable(name ?? email ?? sub), email: email_verified && email ? email : null }
}

function placesOf({ provider, testUrl }: Talk): Places {
  if (!testUrl) return places[provider]
  const at = (path: string) => `${testUrl}/${provider}/${path}`
  const { emails, scope } = places[provider]
  return {
    authorize: at('authorize'),
    token: at('token'),
    user: at('user'),
    emails: emails && at('emails'),
    scope,
  }
}

async function ask(talk: Talk, url: string, init: RequestInit): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': 'Promptarium', ...init.headers }
  let response: Response
  try {
    response = await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
    if (response.ok) return await response.json()
  } catch (error) {
    throw away(talk, error)
  }
  if (response.status >= 400 && response.status < 500 && response.status !== 429) throw refused(talk)
  throw away(talk, new Error(`${talk.provider} answered ${response.status}`))
}

function refused({ provider }: Talk): AppError {
  return new AppError('invalid_credentials', `${providerNames[provider]} did not confirm this sign-in. Start again.`)
}

function away({ provider }: Talk, cause: unknown): AppError {
  const words = `${providerNames[provider]} does not answer as it should. Try again in a minute.`
  return new AppError('provider_unavailable', words, { retryAfter: 60, cause })
}
