import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A user who is signed in at the provider. `email` is null if they have no confirmed address. */
export type ProviderUser = { id: number; name: string; email: string | null }

/** What an authorization code was issued for. */
type IssuedCode = { redirectUri: string; challenge: string; person: ProviderUser }

const client = { id: 'our-client', secret: 'our-client-secret' }

/** How GitHub and Google name themselves in redirects (RFC 9207), and Google in identity tokens. */
const issuers: Record<string, string> = {
  github: 'https://github.com/login/oauth',
  google: 'https://accounts.google.com',
}

/**
 * Starts a fake of GitHub's and Google's OAuth endpoints. The authorization endpoint signs in `state.person`
 * immediately. A code works only once, and only with the right code verifier.
 */
export async function fakeOauthProvider() {
  const issuedCodes = new Map<string, IssuedCode>()
  const tokens = new Map<string, ProviderUser>()
  const state = {
    person: { id: 1, name: 'octo', email: 'octo@example.test' } as ProviderUser,
    /** If set, the token endpoint refuses with this status. */
    tokenStatus: undefined as number | undefined,
    /** If set, Google's identity token names this audience instead of our client. */
    audience: undefined as string | undefined,
    /** Whether redirects name their issuer. GitHub has begun to do so, and stopped again, several times. */
    namesIssuer: true,
  }

  function authorize(url: URL, response: ServerResponse, provider: string) {
    const param = (name: string) => url.searchParams.get(name) ?? ''
    const isComplete =
      param('client_id') === client.id && param('code_challenge_method') === 'S256' && param('state') !== ''
    if (!isComplete) return json(response, 400, { error: 'invalid_request' })
    const code = randomBytes(16).toString('hex')
    issuedCodes.set(code, {
      redirectUri: param('redirect_uri'),
      challenge: param('code_challenge'),
      person: state.person,
    })
    const redirectUrl = new URL(param('redirect_uri'))
    const iss = state.namesIssuer && { iss: issuers[provider] ?? '' }
    redirectUrl.search = new URLSearchParams({ code, state: param('state'), ...iss }).toString()
    return response.writeHead(302, { location: redirectUrl.href }).end()
  }

  async function sendToken(request: IncomingMessage, response: ServerResponse, provider: string) {
    const form = Object.fromEntries(new URLSearchParams(await textOf(request)))
    if (state.tokenStatus) return json(response, state.tokenStatus, { error: 'server_error' })
    const issued = issuedCodes.get(form.code ?? '')
    issuedCodes.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    const isGithub = provider === 'github'
    // GitHub refuses with status 200 and codes of its own.
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return json(response, isGithub ? 200 : 401, {
        error: isGithub ? 'incorrect_client_credentials' : 'invalid_client',
      })
    const isValid = issued?.redirectUri === form.redirect_uri && issued?.challenge === challenge
    if (!issued || !isValid)
      return json(response, isGithub ? 200 : 400, { error: isGithub ? 'bad_verification_code' : 'invalid_grant' })
    const token = randomBytes(16).toString('hex')
    tokens.set(token, issued.person)
    const idToken = provider === 'google' && { id_token: identityToken(issued.person) }
    return json(response, 200, { access_token: token, token_type: 'bearer', ...idToken })
  }

  /**
   * Returns an identity token with an invalid signature. The product doesn't check the signatures of Google's tokens,
   * because it gets them directly over TLS.
   */
  function identityToken({ id }: ProviderUser): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuers.google, sub: `${id}`, aud: state.audience ?? client.id, iat: now, exp: now + 3600 }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.from('none').toString('base64url')}`
  }

  function sendUser(request: IncomingMessage, response: ServerResponse, [provider, path]: [string, string]) {
    const user = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    if (!user) return json(response, 401, { message: 'Bad credentials' })
    if (path === 'emails') return json(response, 200, githubEmails(user))
    if (provider === 'github') return json(response, 200, { id: user.id, login: user.name })
    const email = { email: user.email ?? 'unconfirmed@example.test', email_verified: user.email !== null }
    return json(response, 200, { sub: `${user.id}`, name: user.name, ...email })
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    const [, provider = '', path = ''] = url.pathname.split('/')
    if (path === 'authorize') return authorize(url, response, provider)
    if (path === 'token') return sendToken(request, response, provider)
    return sendUser(request, response, [provider, path])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: { clientId: client.id, clientSecret: client.secret },
    /** A test may change this between two sign-ins. */
    state,
    /** Opens an authorization link as a browser would. Returns the parts of the address to which it redirects. */
    async visit(url: string): Promise<{ code: string; state: string; iss?: string; redirectUri: string }> {
      const response = await fetch(url, { redirect: 'manual' })
      const redirectUrl = new URL(response.headers.get('location') ?? '')
      const { code = '', state = '', iss } = Object.fromEntries(redirectUrl.searchParams)
      return { code, state, iss, redirectUri: redirectUrl.origin + redirectUrl.pathname }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function githubEmails({ email }: ProviderUser) {
  const unconfirmed = { email: 'unconfirmed@example.test', primary: email === null, verified: false }
  return email === null ? [unconfirmed] : [unconfirmed, { email, primary: true, verified: true }]
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
