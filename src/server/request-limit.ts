import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { clientOf, inProcess, trustedProxies } from './client-address.ts'
import type { ApiEnv } from './platform/api.ts'
import { networkOf, tooMany } from './platform/limits.ts'
import type { Log } from './platform/log-fields.ts'

/** The maximum number of requests of a network per window: more than a busy office needs, less than a flood. */
export const requestsPerWindow = 600
/** The maximum number of requests of an API token per window: enough for the programs of one person. */
export const requestsPerToken = 240
const windowMs = 60_000
/** The maximum number of keys that a counter holds, to limit memory. Keys that have used up their limit aren't included. */
const maxKeys = 50_000

/** The maximum number of pages that are rendered for a network per window. Cached pages don't count. */
export const rendersPerWindow = 240

type Options = { requests?: WindowCounter; trustsProxy?: boolean }

/**
 * Counts requests by key (a network, or the id of an API token), in windows of a minute, in memory. Beyond `maxKeys` it
 * forgets the least recently seen key, but never one that has used up its limit: those are few, since each needs
 * `perWindow` requests.
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
      // Deleted and set again, since a Map is ordered by insertion: its first entry is then the least recently seen key.
      counts.delete(key)
      if (count >= perWindow) return void usedUp.add(key)
      counts.set(key, count)
      if (counts.size > maxKeys) counts.delete(counts.keys().next().value as string)
    },
    /** The time until requests with a key are allowed again, in ms. 0 if they are allowed now. */
    msToWait(key: string): number {
      return usedUp.has(key) ? Math.max(0, end - now()) : 0
    },
  }
}

export type WindowCounter = ReturnType<typeof createWindowCounter>

/** Counts requests to the API. */
export const createRequestCounter = (now?: () => number) => createWindowCounter(requestsPerWindow, now)

/** Counts requests with API tokens. */
export const createTokenCounter = (now?: () => number) => createWindowCounter(requestsPerToken, now)

/** Counts pages that are rendered. */
export const createPageCounter = (now?: () => number) => createWindowCounter(rendersPerWindow, now)

/**
 * Limits the requests of each network to the API, counted in memory. Throws AppError rate_limited. Requests from this
 * machine aren't limited: page rendering, scripts, and a proxy that TRUST_PROXY doesn't name, behind which all clients
 * have the same address. With TRUST_PROXY (`trustsProxy`), forwarded requests count even if the proxy on this machine
 * sent no valid address.
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

/** Limits requests with each API token, from any network including this machine. Throws AppError rate_limited. */
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

/** Whether a request is from this machine or, in page rendering, from this process. */
function isThisMachine(network: string): boolean {
  return network === inProcess || network === '0:0:0:0::/64' || network.startsWith('127.')
}

/**
 * Returns the function that finds the network whose limit a page request counts toward. Null: none, as in `limitRequests`.
 * `trustProxy`: the setting TRUST_PROXY.
 */
export function pageNetwork(trustProxy: string): (request: IncomingMessage) => string | null {
  const proxies = trustedProxies(trustProxy)
  return (request) => {
    const network = networkOf(clientOf(request, proxies))
    return (trustProxy && request.headers['x-forwarded-for']) || !isThisMachine(network) ? network : null
  }
}

/** Warns once about a proxy that TRUST_PROXY doesn't name, since limits then count all visitors as one. */
export function warnOfUnnamedProxy(log: Log): MiddlewareHandler<ApiEnv> {
  let reported = false
  return async (c, next) => {
    if (!reported && c.req.header('x-forwarded-for') && isThisMachine(networkOf(c.get('actor').address))) {
      reported = true
      log.warn({}, 'requests come through a proxy that TRUST_PROXY does not name, so all visitors count as one')
    }
    await next()
  }
}
