import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Member } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'
import { AppError } from './platform/errors.ts'
import { StartError } from './platform/start-error.ts'

/** Finds who is signed in by the request's headers, and maybe a Set-Cookie header that renews the session; null for a visitor. */
export type FindMember = (
  headers: Headers,
  secure: boolean,
) => Promise<{ member: Omit<Member, 'address' | 'browser'>; renewedCookie?: string } | null>

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Runs `afterWrite` once an unsafe request has succeeded, before it is answered. */
export function tellOfWrites(afterWrite?: () => Promise<void>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    if (afterWrite && !safeMethods.has(c.req.method) && c.res.ok) await afterWrite()
  }
}

/**
 * What every API request passes first, before it costs a query: where it comes from, no foreign origin for unsafe
 * methods, JSON bodies only. Sets the headers that every API answer has.
 */
export function requestGuards(options: { publicOrigin?: string; trustProxy?: string }): MiddlewareHandler<ApiEnv> {
  const proxies = trustedProxies(options.trustProxy ?? '')
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    const headers = c.req.raw.headers
    const peer = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown'
    c.set('secure', isSecure(headers, peer, proxies, options.publicOrigin))
    c.set('actor', visitorOf(headers, peer, proxies))
    if (!safeMethods.has(c.req.method)) {
      refuseForeignOrigin(headers, options.publicOrigin ?? new URL(c.req.url).host)
      refuseOtherBodies(headers)
    }
    await next()
  }
}

/** Makes a member of the visitor whose session counts, and renews its cookie now and then. */
export function recogniseMembers(findMember: FindMember): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const found = await findMember(c.req.raw.headers, c.get('secure'))
    if (found?.renewedCookie) c.header('Set-Cookie', found.renewedCookie, { append: true })
    if (found) c.set('actor', { ...c.get('actor'), ...found.member })
    await next()
  }
}

/** Whether the browser's own connection is encrypted: by PUBLIC_URL, or because a trusted proxy says so. */
export function isSecure(headers: Headers, peer: string, proxies: BlockList, publicOrigin?: string): boolean {
  if (publicOrigin?.startsWith('https:')) return true
  return isTrusted(peer, proxies) && headers.get('x-forwarded-proto')?.trim().toLowerCase() === 'https'
}

function visitorOf(headers: Headers, peer: string, proxies: BlockList) {
  const address = clientAddress(peer, headers.get('x-forwarded-for'), proxies)
  return { kind: 'visitor' as const, address, browser: headers.get('user-agent') ?? '' }
}

/** The address of who asks: the last one in X-Forwarded-For that no trusted proxy has, else the peer's own. */
export function clientAddress(peer: string, forwardedFor: string | null, proxies: BlockList): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), peer].filter(Boolean)
  let address = hops.pop() as string
  while (hops.length > 0 && isTrusted(address, proxies)) address = hops.pop() as string
  return address
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** TRUST_PROXY as a list: addresses and CIDR ranges parted by commas. Throws a StartError that names a wrong one. */
export function trustedProxies(setting: string): BlockList {
  const list = new BlockList()
  for (const entry of setting
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix)
    if (!isIP(address) || !Number.isInteger(bits) || bits < 0 || bits > (family === 'ipv6' ? 128 : 32)) {
      throw new StartError(
        `Wrong setting: TRUST_PROXY has “${entry}”, which is no address or range such as 10.0.0.0/8.`,
      )
    }
    list.addSubnet(address, bits, family)
  }
  return list
}

/**
 * Cross-site requests are told by Sec-Fetch-Site, else by Origin. A request with neither comes from no browser and is
 * taken; `Origin: null` is not (contract "Operator").
 */
function refuseForeignOrigin(headers: Headers, own: string) {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    site !== null ? site === 'same-origin' || site === 'none' : origin === null || hostOf(origin) === hostOf(own)
  if (!isOwn)
    throw new AppError('csrf_rejected', 'This request comes from another site. Open the page here and try again.')
}

function hostOf(origin: string): string {
  return URL.canParse(origin) && origin.includes('://') ? new URL(origin).host : origin
}

function refuseOtherBodies(headers: Headers) {
  const length = Number(headers.get('content-length') ?? 0)
  const hasBody = length > 0 || headers.has('transfer-encoding')
  if (hasBody && !/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be JSON, with Content-Type: application/json.')
  }
}
