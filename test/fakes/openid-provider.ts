import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const client = { clientId: 'our-client', clientSecret: 'our-client-secret' }
const createKey = () => ({ kid: `key-${Math.random()}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject }

/** How a provider misbehaves. Each property is one mistake in a sign-in that is otherwise correct. */
export type Misbehavior = {
  /** Claims in the identity token that replace the correct ones. */
  claims?: Record<string, unknown>
  /** Fields in the header of the identity token that replace the correct ones. */
  header?: Record<string, unknown>
  /** Whether a key that the provider doesn't publish signs the identity token. */
  usesUnpublishedKey?: boolean
  /** Whether the identity token has an empty signature. */
  isUnsigned?: boolean
  /** Whether the token endpoint leaves out the identity token. */
  lacksIdToken?: boolean
  /** Claims in the user info that replace the correct ones. */
  user?: Record<string, unknown>
  /** The issuer that the discovery document states. */
  issuer?: string
  /** The signing algorithms that the discovery document states. */
  algorithms?: string[]
  /** The status of the discovery document, the token endpoint or the user info, if it isn't 200. */
  status?: { discovery?: number; token?: number; user?: number }
}

/** Starts a fake OpenID provider, which signs in `state.person` immediately and can misbehave. */
export async function fakeOpenIdProvider() {
  const key: Key = createKey()
  const unpublishedKey: Key = createKey()
  const state = {
    person: { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true } as Record<string, unknown>,
    misbehavior: {} as Misbehavior,
  }
  let nonce = ''

  function discovery(url: string) {
    return {
      issuer: state.misbehavior.issuer ?? url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/user`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: state.misbehavior.algorithms ?? ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  function idToken(url: string): string {
    const { misbehavior, person } = state
    const now = Math.floor(Date.now() / 1000)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const correctClaims = { iss: url, aud: client.clientId, sub: person.sub, iat: now, exp: now + 300, nonce }
    const text = `${part({ alg: 'RS256', kid: key.kid, ...misbehavior.header })}.${part({ ...correctClaims, ...misbehavior.claims })}`
    if (misbehavior.isUnsigned) return `${text}.`
    const { privateKey } = misbehavior.usesUnpublishedKey ? unpublishedKey : key
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const { status = {} } = state.misbehavior
    if (pathname === '/.well-known/openid-configuration') return json(response, discovery(url), status.discovery)
    if (pathname === '/jwks')
      return json(response, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig' }] })
    if (pathname === '/user') return json(response, { ...state.person, ...state.misbehavior.user }, status.user)
    if (pathname === '/token') {
      const token = {
        access_token: 'token',
        token_type: 'bearer',
        ...(!state.misbehavior.lacksIdToken && { id_token: idToken(url) }),
      }
      return json(response, token, status.token)
    }
    nonce = searchParams.get('nonce') ?? ''
    const redirectUrl = new URL(searchParams.get('redirect_uri') ?? '')
    redirectUrl.search = new URLSearchParams({
      code: 'code',
      state: searchParams.get('state') ?? '',
      iss: url,
    }).toString()
    return response.writeHead(302, { location: redirectUrl.href }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: client,
    state,
    /** Follows an authorization link like a browser. Returns the parameters of the redirect that leads back. */
    async visit(url: string): Promise<Record<string, string>> {
      const response = await fetch(url, { redirect: 'manual' })
      return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function json(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
