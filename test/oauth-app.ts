import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { AppShape } from './oauth-clients.ts'

/** How an app and a browser reach a site: `fetch` may lead an address to a server on this machine. */
export type ReachedSite = { origin: string; fetch: typeof fetch }

type Answer = { cookie: string; decision?: 'allow' | 'deny'; account?: string; headers?: Record<string, string> }

/** A browser, with the cookies that a site sets by their paths. `cookie`: the Cookie header of a member's session. */
export function createBrowser(site: ReachedSite, session?: string) {
  const cookies = new Map<string, { value: string; path: string }>()
  return {
    /** The cookies of the site, by name. */
    cookies,
    async open(address: string | URL, init: RequestInit = {}) {
      const url = new URL(address, site.origin)
      const own = [...cookies]
        .filter(([, { path }]) => url.pathname.startsWith(path))
        .map(([name, { value }]) => `${name}=${value}`)
      const headers = new Headers(init.headers)
      headers.set('cookie', [...own, ...(session ? [session] : [])].join('; '))
      const response = await site.fetch(url, { ...init, headers, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        const path = /path=([^;]*)/i.exec(line)?.[1] ?? '/'
        if (/expires=Thu, 01 Jan 1970/.test(line)) cookies.delete(name)
        else cookies.set(name, { value, path })
      }
      return response
    },
  }
}

/**
 * Opens an app's request for access in a member's browser and answers it. Returns the address to which the browser is
 * sent, the page that requested, and the browser.
 */
export async function answerRequest(
  site: ReachedSite,
  request: string | URL,
  { cookie, decision = 'allow', account, headers }: Answer,
) {
  const browser = createBrowser(site, cookie)
  const requested = await browser.open(request)
  const consent = locationOf(requested)
  const page = await (await browser.open(consent)).text()
  const member = account ?? /name="account" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const answered = await browser.open(consent, {
    method: 'POST',
    headers: { origin: site.origin, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({ decision, account: member }),
  })
  if (answered.status !== 303) return { page, browser, consent, refused: answered }
  const resume = locationOf(answered)
  const back = new URL(locationOf(await browser.open(resume)))
  return { page, browser, consent, resume, back }
}

export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect, but ${response.status}.`)
  return location
}

/** An app that keeps what it learns in memory. `shape`: who it says it is. */
export function createOauthApp({ redirect, document, registration = {} }: AppShape) {
  const stored: Record<string, unknown> = {}
  const keep = (learnt: Record<string, unknown>) => void Object.assign(stored, learnt)
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    clientMetadataUrl: document?.client_id,
    clientMetadata: { redirect_uris: [redirect], ...registration },
    clientInformation: () => stored.client as StoredOAuthClientInformation | undefined,
    saveClientInformation: (client) => keep({ client: client }),
    tokens: () => stored.tokens as StoredOAuthTokens | undefined,
    saveTokens: (tokens) => keep({ tokens: tokens }),
    redirectToAuthorization: (url) => keep({ request: url }),
    saveCodeVerifier: (verifier) => keep({ verifier: verifier }),
    codeVerifier: () => String(stored.verifier),
    discoveryState: () => stored.discovery as never,
    saveDiscoveryState: (state) => keep({ discovery: state }),
  }
  return {
    provider,
    get tokens() {
      return stored.tokens as StoredOAuthTokens
    },
    get clientId() {
      return String((stored.client as StoredOAuthClientInformation).client_id)
    },
    get request() {
      return stored.request as URL
    },
  }
}

export type OauthApp = ReturnType<typeof createOauthApp>

/**
 * Connects the official client of the protocol to an endpoint by OAuth. The member with this cookie
 * allows it. `change` changes the answer on its way to the app.
 */
export async function connectApp(
  site: ReachedSite,
  app: OauthApp,
  { cookie, path = '/mcp/me', change }: { cookie: string; path?: string; change?: (answer: URLSearchParams) => void },
) {
  const transportOf = () =>
    new StreamableHTTPClientTransport(new URL(path, site.origin), { authProvider: app.provider, fetch: site.fetch })
  const first = transportOf()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(first).then(
    () => {
      throw new Error('The endpoint needs no token.')
    },
    (error) => {
      if (!(error instanceof UnauthorizedError)) throw error
    },
  )
  const { back, page } = await answerRequest(site, app.request, { cookie })
  const answer = back?.searchParams ?? new URLSearchParams()
  change?.(answer)
  await first.finishAuth(answer)
  const transport = transportOf()
  const connected = new Client({ name: 'test', version: '1' })
  await connected.connect(transport)
  return {
    client: connected,
    /** The text of the page that requested the member. */
    page,
    /** Calls a tool. If the app needs more scopes, asks the member for them and calls it again. */
    async call(name: string, input: Record<string, unknown>) {
      const call = () => connected.callTool({ name, arguments: input })
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error
        const answer = await answerRequest(site, app.request, { cookie })
        await transport.finishAuth(answer.back?.searchParams ?? new URLSearchParams())
        return call()
      }
    },
  }
}
