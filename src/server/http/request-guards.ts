import type { BlockList } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { bearerOf } from '#features/tokens/server/find-token-member.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { ApiEnv, LastWrite } from '#platform/api.ts'
import { countRecordedChanges } from '#platform/database/content-changes.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log-fields.ts'
import { invalidToken } from '#platform/token-scopes.ts'
import { clientAddress, isTrusted, peerOf, trustedProxies } from './client-address.ts'
import { safeMethods } from './visitor-reads.ts'

/**
 * Finds the member by the API token of a request or, if it has none, by its session. `isSecure`: the browser uses
 * https. `path`: the path, because tokens of apps work only at some. `renewedCookie`: a Set-Cookie that renews the session.
 * `lastWrite`: known for most sessions. Returns null for a visitor.
 */
export type FindMember = (
  headers: Headers,
  request: { isSecure: boolean; path: string },
) => Promise<{ member: Omit<Member, 'address' | 'browser'>; renewedCookie?: string; lastWrite?: LastWrite } | null>

/**
 * Called after a write. `changedPublicContent`: public content has changed, by this write or by a concurrent write of
 * this process.
 */
export type AfterWrite = (changedPublicContent: boolean) => Promise<void>

/**
 * Calls `afterWrite` after a successful write and before its response. If `afterWrite` fails, that is only logged: the
 * write is committed, and after an error response the client would send it again.
 */
export function runAfterWrites(afterWrite: AfterWrite | undefined, log: Pick<Log, 'error'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const before = countRecordedChanges()
    await next()
    if (!afterWrite || safeMethods.has(c.req.method) || !c.res.ok) return
    try {
      await afterWrite(countRecordedChanges() !== before)
    } catch (error) {
      const { message, stack } = error as Error
      log.error({ requestId: c.get('requestId'), error: { message, stack } }, 'the post-write check failed')
    }
  }
}

/**
 * Makes the first checks of every API request, which need no queries: finds the client's address, refuses writes from
 * other origins, and sets headers of the response. `publicOrigin`: that of PUBLIC_URL. `trustProxy`: TRUST_PROXY.
 * `fromAnywhere`: the prefixes of paths at which cookies give no rights, so that they may be called from any origin.
 * Throws AppError csrf_rejected.
 */
export function requestGuards(options: {
  publicOrigin?: string
  trustProxy?: string
  fromAnywhere?: readonly string[]
}): MiddlewareHandler<ApiEnv> {
  const proxies = trustedProxies(options.trustProxy ?? '')
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    const headers = c.req.raw.headers
    const peer = peerOf((c.env as Partial<HttpBindings> | undefined)?.incoming)
    c.set('isSecure', isSecure(headers, peer, proxies, options.publicOrigin))
    c.set('actor', visitorOf(headers, peer, proxies))
    const needsOrigin =
      !safeMethods.has(c.req.method) && !options.fromAnywhere?.some((prefix) => c.req.path.startsWith(prefix))
    if (needsOrigin && !isOwnOrigin(headers, options.publicOrigin, c)) {
      throw new AppError(
        'csrf_rejected',
        t('This request came from another site. Open the page on this site and try again.'),
      )
    }
    await next()
  }
}

/**
 * Makes the member of a valid token or session the actor, and renews the session's cookie from time to time. Throws
 * AppError authentication_required if a token is invalid, even at an endpoint that is open to everybody.
 */
export function recognizeMembers(findMember: FindMember): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const found = await findMember(c.req.raw.headers, { isSecure: c.get('isSecure'), path: c.req.path })
    if (!found && bearerOf(c.req.raw.headers) !== null) throw invalidToken()
    if (found?.renewedCookie) c.header('Set-Cookie', found.renewedCookie, { append: true })
    if (found) c.set('actor', { ...c.get('actor'), ...found.member })
    if (found?.lastWrite) c.set('lastWrite', found.lastWrite)
    await next()
  }
}

/** Whether the browser uses https, according to PUBLIC_URL or a trusted proxy. */
export function isSecure(headers: Headers, peer: string, proxies: BlockList, publicOrigin?: string): boolean {
  if (publicOrigin?.startsWith('https:')) return true
  return isTrusted(peer, proxies) && headers.get('x-forwarded-proto')?.trim().toLowerCase() === 'https'
}

function visitorOf(headers: Headers, peer: string, proxies: BlockList) {
  const address = clientAddress(peer, headers.get('x-forwarded-for'), proxies)
  return { kind: 'visitor' as const, address, browser: headers.get('user-agent') ?? '' }
}

/**
 * Whether no other site made a request. If sent, Sec-Fetch-Site must be `same-origin`, or `none` for a request that no
 * page made, and Origin must be that of PUBLIC_URL. Without PUBLIC_URL, Origin is compared with Host, but only if
 * Sec-Fetch-Site is missing, because a proxy may have changed Host. A request with neither of the two headers isn't
 * from a browser and is accepted.
 */
function isOwnOrigin(headers: Headers, publicOrigin: string | undefined, c: Context<ApiEnv>): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  if (origin === null) return true
  if (publicOrigin) return origin === publicOrigin
  if (site !== null) return true
  const { host } = new URL(c.req.url)
  return origin === `https://${host}` || (origin === `http://${host}` && !c.get('isSecure'))
}

/** For a site for members only: keeps caches from storing a response, even if its endpoint allows that. */
export const keepFromCaches: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'private, no-store')
}

/** Refuses any body that isn't JSON. Throws AppError unsupported_media_type. */
export const refuseOtherBodies: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers } = c.req.raw
  const hasBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '')
  if (!safeMethods.has(c.req.method) && hasBody && !isJson) {
    throw new AppError('unsupported_media_type', t('The body must be JSON, with Content-Type: application/json.'))
  }
  await next()
}
