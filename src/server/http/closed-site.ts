import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { hasSession } from '#features/accounts/server/find-member.ts'
import { createSessionFinder } from '#features/accounts/server/sessions/find-session.ts'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { mcpPath } from '#features/mcp/rules.ts'
import { challengeOf } from '#features/oauth/server/describe-resource.ts'
import { bearerOf } from '#features/tokens/server/find-token-member.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { newId } from '#platform/ids.ts'
import { inLanguage } from '#platform/languages.ts'
import type { AppOptions } from '../app-options.ts'
import { siteOrigin } from '../feature-contexts.ts'
import { crossOriginHeaders, isOpenToOrigins } from './allow-other-origins.ts'
import { peerOf, trustedProxies } from './client-address.ts'
import { findBearerMember } from './find-bearer-member.ts'
import { isOpenRequest } from './open-paths.ts'
import { isSecure } from './request-guards.ts'

/** Decides whether a closed site serves a request. A refusal doesn't reveal what exists. */
export type Gate = {
  /** Whether the site serves this request without a session. */
  isOpen: (method: string, path: string) => boolean
  /**
   * Whether the request has a valid session or API token of a member who needn't confirm their address first. For a
   * page (`isPage`), only a session counts. Throws if the database fails.
   */
  admits: (request: IncomingMessage, path: string, isPage: boolean) => Promise<boolean>
  /** The WWW-Authenticate header of a refusal at a path that programs use. */
  challenge: (path: string) => string
}

type Options = Pick<Accounts, 'db' | 'now' | 'adminsNeedSecondFactor' | 'registration' | 'publicOrigin'> &
  Pick<AppOptions, 'sessionSecret' | 'trustProxy' | 'ownAddress'>

/**
 * Creates the gate of a site for members only (ACCESS=members). It queries the database for each request, so that a
 * ban, a logout or a revoked token takes effect immediately.
 */
export function createGate(options: Options): Gate {
  const proxies = trustedProxies(options.trustProxy ?? '')
  const { db, sessionSecret } = options
  const sessionKey = createSessionKey(db, sessionSecret)
  const site = { ...options, origin: siteOrigin(options), isClosed: true }
  const accounts = { ...options, sessionKey, findSession: createSessionFinder(db) }
  return {
    isOpen: isOpenRequest,
    challenge: (path) => challengeOf(site, path) ?? 'Bearer',
    async admits(request, path, isPage) {
      const headers = headersOf(request)
      const bearer = bearerOf(headers)
      if (bearer === null || isPage) {
        const secure = isSecure(headers, peerOf(request), proxies, options.publicOrigin)
        return hasSession(accounts, headers, secure, options.now())
      }
      const member = await findBearerMember(site, bearer, path)
      // The endpoint of a write checks the token's scope itself. Everything else requires the scope `read`.
      const isWrite = path.startsWith('/api/') && !['GET', 'HEAD'].includes(request.method ?? '')
      return member !== null && !member.mustConfirm && (isWrite || member.token?.scopes.includes('read') === true)
    },
  }
}

/** Returns only the headers that are needed to check a session or a token. */
function headersOf({ headers }: IncomingMessage): Headers {
  const { cookie, authorization, 'x-forwarded-proto': proto } = headers
  const needed = { cookie, authorization, 'x-forwarded-proto': proto?.toString() }
  return new Headers(Object.entries(needed).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** `path` is the request's path, `url` the path with its query, and `prefix` that of the page's language. */
type Refusal = {
  path: string
  url: string
  prefix: string
  isPage: boolean
  challenge: string
  /** The site's language that the request prefers, or null. */
  language: string | null
  headers: Record<string, string>
}

/**
 * Refuses a request that the gate doesn't admit: redirects a request for a page to the sign-in page, which leads back
 * afterwards, and responds with 401 to any other request. The response is the same whether the address exists or not.
 */
export function refuseVisitor(
  response: ServerResponse,
  { path, url, prefix, isPage, challenge, language, headers }: Refusal,
): void {
  const refusalHeaders = { ...headers, 'Cache-Control': 'no-store' }
  if (isPage) {
    // The return path is in the fragment, so all redirects lead to the same cached page.
    const location = `${prefix}/auth#return=${encodeURIComponent(cutText(url, returnMax))}`
    response.writeHead(302, { ...refusalHeaders, Location: location }).end()
    return
  }
  const error = inLanguage(language, () =>
    t('This site is for members only. Sign in, or send an API token with the scope “read”.'),
  )
  const body = JSON.stringify({ error, code: 'authentication_required', requestId: newId() })
  const isApi = path.startsWith('/api/') || path.startsWith(mcpPath)
  response.writeHead(401, {
    ...refusalHeaders,
    'Content-Type': 'application/json',
    ...(isApi && { 'WWW-Authenticate': challenge }),
    ...(isOpenToOrigins(path) && crossOriginHeaders),
  })
  response.end(body)
}

/** The maximum length of a return path, in characters. Longer paths are truncated. */
const returnMax = 1000

/** Responds with 503, because the session can't be checked without the database. */
export function refuseUnchecked(
  response: ServerResponse,
  { language, headers }: Pick<Refusal, 'language' | 'headers'>,
): void {
  const body = JSON.stringify({
    error: inLanguage(language, () => t('This site can’t check your sign-in right now. Try again in a few seconds.')),
    code: 'overloaded',
    requestId: newId(),
  })
  response.writeHead(503, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Retry-After': '5',
  })
  response.end(body)
}
