import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Actor } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'
import { AppError } from './platform/errors.ts'
import { StartError } from './platform/start-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** No body may be larger, whether or not it says its length. */
export const limitBody = bodyLimit({
  maxSize: 1_000_000,
  onError: () => {
    throw new AppError('body_too_large', 'The body is larger than 1 MB. Send less at a time.')
  },
})

/** Runs `afterWrite` once an unsafe request has succeeded, before it is answered. */
export function tellOfWrites(afterWrite?: () => Promise<void>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    if (afterWrite && !safeMethods.has(c.req.method) && c.res.ok) await afterWrite()
  }
}

/**
 * What every API request passes first: who asks, no foreign origin for unsafe methods, JSON bodies only. Sets the
 * headers that every API answer has.
 */
export function requestGuards(options: { publicOrigin?: string; trustProxy?: string }): MiddlewareHandler<ApiEnv> {
  const proxies = trustedProxies(options.trustProxy ?? '')
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    c.set(
      'actor',
      visitorOf(
        c.req.raw.headers,
        (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress,
        proxies,
      ),
    )
    if (!safeMethods.has(c.req.method)) {
      refuseForeignOrigin(c.req.raw.headers, options.publicOrigin ?? new URL(c.req.url).host)
      refuseOtherBodies(c.req.raw.headers)
    }
    await next()
  }
}

function visitorOf(headers: Headers, peer: string | undefined, proxies: BlockList): Actor {
  const address = clientAddress(peer ?? 'unknown', headers.get('x-forwarded-for'), proxies)
  return { kind: 'visitor', address, browser: headers.get('user-agent') ?? '' }
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
