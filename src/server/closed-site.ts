import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { hasSession } from '#features/accounts/server/find-member.ts'
import { createSessionKey } from '#features/accounts/server/session-key.ts'
import { mcpPath } from '#features/mcp/rules.ts'
import { bearerOf, findTokenMember } from '#features/tokens/server/find-token-member.ts'
import { peerOf, trustedProxies } from './client-address.ts'
import { isOpenRequest } from './open-paths.ts'
import { newId } from './platform/ids.ts'
import { isSecure } from './request-guards.ts'

/** How a closed site treats a request: serves it, or refuses it without revealing what exists. */
export type Gate = {
  /** Whether the request needs no session. */
  isOpen: (method: string, path: string) => boolean
  /** Whether a session or an API token lets it in. Fails while the database is away. `isPage`: only a session counts. */
  admits: (request: IncomingMessage, path: string, isPage: boolean) => Promise<boolean>
}

type Options = Pick<Accounts, 'db' | 'now' | 'adminsNeedSecondFactor' | 'registration' | 'publicOrigin'> & {
  sessionSecret?: string
  trustProxy?: string
}

/**
 * The gate of a site for members only (ACCESS=members). It asks the database for each request, so that a ban, a logout or a
 * revoked token counts at once.
 */
export function createGate(options: Options): Gate {
  const proxies = trustedProxies(options.trustProxy ?? '')
  const accounts = { ...options, sessionKey: createSessionKey(options.db, options.sessionSecret) }
  return {
    isOpen: isOpenRequest,
    async admits(request, path, isPage) {
      const headers = headersOf(request)
      const bearer = bearerOf(headers)
      if (bearer === null || isPage) {
        const secure = isSecure(headers, peerOf(request), proxies, options.publicOrigin)
        return hasSession(accounts, headers, secure, options.now())
      }
      const member = await findTokenMember(options, bearer, options.now())
      // A write checks its own scope; whatever can be read needs the one for reading.
      const isWrite = path.startsWith('/api/') && !['GET', 'HEAD'].includes(request.method ?? '')
      return member !== null && !member.mustConfirm && (isWrite || member.token?.scopes.includes('read') === true)
    },
  }
}

/** The headers that a session or a token needs. */
function headersOf({ headers }: IncomingMessage): Headers {
  const { cookie, authorization, 'x-forwarded-proto': proto } = headers
  const given = { cookie, authorization, 'x-forwarded-proto': proto?.toString() }
  return new Headers(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

type Refusal = { path: string; url: string; isPage: boolean; headers: Record<string, string> }

/**
 * Refuses a request without a session: a page leads to the sign-in and back, everything else is 401. The same for every
 * address, whether something is there or not.
 */
export function refuseVisitor(response: ServerResponse, { path, url, isPage, headers }: Refusal): void {
  const own = { ...headers, 'Cache-Control': 'no-store' }
  if (isPage) {
    // In the fragment, so that the sign-in stays one page.
    response.writeHead(302, { ...own, Location: `/auth#return=${encodeURIComponent(url.slice(0, returnMax))}` }).end()
    return
  }
  const error = 'This site is for its members. Sign in, or send an API token that may read.'
  const body = JSON.stringify({ error, code: 'authentication_required', requestId: newId() })
  const isApi = path.startsWith('/api/') || path.startsWith(mcpPath)
  response.writeHead(401, {
    ...own,
    'Content-Type': 'application/json',
    ...(isApi && { 'WWW-Authenticate': 'Bearer' }),
  })
  response.end(body)
}

/** Longer addresses are not returned to. */
const returnMax = 1000

/** The response while the database can't tell who is asking. */
export function refuseForNow(response: ServerResponse, headers: Record<string, string>): void {
  const body = JSON.stringify({
    error: 'This site can’t check your sign-in right now. Try again in a few seconds.',
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
