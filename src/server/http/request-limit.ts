import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { networkOf, tooMany } from '#platform/limits.ts'
import type { Log } from '#platform/log-fields.ts'
import { clientOf, inProcess, trustedProxies } from './client-address.ts'

/** How many requests a network may make per minute: more than a busy office needs, but less than a flood. */
export const requestsPerWindow = 600
/** How many requests an API token may make per minute. This is enough for the programs of one person. */
export const requestsPerToken = 240
export const windowMs = 60_000
/** How many keys a counter holds at most, to save memory. Keys that have used up their limit aren't included. */
const maxKeys = 50_000

/** How many pages may be rendered for a network per minute. Cached pages don't count. */
export const rendersPerWindow = 240

type Options = { requests?: WindowCounter; trustsProxy?: boolean }

/**
 * Counts requests in memory, by key (a network or the id of an API token) and in windows of a minute. Beyond
 * `maxKeys` keys, the counter forgets the least recently seen key, but never a key that has used up its limit. Such
 * keys are few, because each takes `perWindow` requests.
 */
export function createWindowCounter(perWindow: number, now: () => number = Date.now) {
  const counts = new Map<string, number>()
  const usedUp = new Set<string>()
  let end = 0
  return {
    add(key: string, times = 1): void {
      if (now() >= end) {
        counts.clear()
        usedUp.clear()
        end = now() + windowMs
      }
      if (usedUp.has(key)) return
      const count = (counts.get(key) ?? 0) + times
      // A Map is ordered by insertion. Deleting and setting the key again makes the first entry the one that was seen
      // least recently.
      counts.delete(key)
      if (count >= perWindow) return void usedUp.add(key)
      counts.set(key, count)
      if (counts.size > maxKeys) counts.delete(counts.keys().next().value as string)
    },
    /** How long until requests with this key are allowed again, in ms. 0 if they are allowed now. */
    msToWait(key: string): number {
      return usedUp.has(key) ? Math.max(0, end - now()) : 0
    },
  }
}

export type WindowCounter = ReturnType<typeof createWindowCounter>

/** Creates a counter for the requests of each network to the API. */
export const createRequestCounter = (now?: () => number) => createWindowCounter(requestsPerWindow, now)

/** Creates a counter for the requests with each API token. */
export const createTokenCounter = (now?: () => number) => createWindowCounter(requestsPerToken, now)

/** Creates a counter for the pages that are rendered for each network. */
export const createPageCounter = () => createWindowCounter(rendersPerWindow)

/**
 * Limits the API requests of each network. Requests from this machine aren't limited: rendering pages, scripts, and a
 * proxy that TRUST_PROXY doesn't name, behind which all clients have the same address. With TRUST_PROXY
 * (`trustsProxy`), forwarded requests count even if a proxy on this machine sent no valid address. Throws AppError
 * rate_limited.
 */
export function limitRequests({
  requests = createRequestCounter(),
  trustsProxy = false,
}: Options = {}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const network = networkOf(c.get('actor').address)
    const isForwarded = trustsProxy && c.req.header('x-forwarded-for') !== undefined
    if (isForwarded || !isThisMachine(network)) {
      const msToWait = requests.msToWait(network)
      if (msToWait > 0) throw tooMany(msToWait)
      requests.add(network)
    }
    await next()
  }
}

/** Limits the requests with each API token, from any network including this machine. Throws AppError rate_limited. */
export function limitTokens({ requests = createTokenCounter() }: Options = {}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = c.get('actor')
    if (actor.kind === 'user' && actor.token) {
      const msToWait = requests.msToWait(actor.token.id)
      if (msToWait > 0) throw tooMany(msToWait)
      requests.add(actor.token.id)
    }
    await next()
  }
}

/** Whether a request comes from this machine or, if a page is rendered, from this process. */
function isThisMachine(network: string): boolean {
  return network === inProcess || network === '0:0:0:0::/64' || network.startsWith('127.')
}

/**
 * Returns a function that finds the network whose limit a page request counts toward, or null if it isn't limited, as
 * in `limitRequests`. `trustProxy`: the setting TRUST_PROXY.
 */
export function pageNetwork(trustProxy: string): (request: IncomingMessage) => string | null {
  const proxies = trustedProxies(trustProxy)
  return (request) => {
    const network = networkOf(clientOf(request, proxies))
    return (trustProxy && request.headers['x-forwarded-for']) || !isThisMachine(network) ? network : null
  }
}

/**
 * Logs a warning, once, if requests come through a proxy that TRUST_PROXY doesn't name, because the site then knows
 * only the proxy's address, not the visitors' addresses.
 */
export function warnOfUnnamedProxy(log: Log): MiddlewareHandler<ApiEnv> {
  let hasWarned = false
  return async (c, next) => {
    if (!hasWarned && c.req.header('x-forwarded-for') && isThisMachine(networkOf(c.get('actor').address))) {
      hasWarned = true
      log.warn({}, 'requests come through a proxy that TRUST_PROXY does not name, so all visitors count as one')
    }
    await next()
  }
}
