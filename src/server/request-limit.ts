import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './platform/api.ts'
import { networkOf, tooMany } from './platform/limits.ts'
import type { RequestLog } from './request-log.ts'

/** The most requests of a network per window: more than a busy office needs, less than a flood. */
export const requestsPerWindow = 600
const windowMs = 60_000
/** The most networks that a process counts. More start a new window, to limit memory. */
const mostNetworks = 50_000

type Place = { now?: () => number; trustsProxy?: boolean }

/**
 * A cheap limit for the whole API, which each process counts in memory. Requests from this machine pass: rendering, scripts,
 * and a proxy that TRUST_PROXY doesn't name, behind which all clients look the same. With TRUST_PROXY (`trustsProxy`),
 * forwarded requests count, even if the proxy on this machine sent no address.
 */
export function limitRequests({ now = Date.now, trustsProxy = false }: Place = {}): MiddlewareHandler<ApiEnv> {
  let counts = new Map<string, number>()
  let end = 0
  return async (c, next) => {
    const network = networkOf(c.get('actor').address)
    const isForwarded = trustsProxy && c.req.header('x-forwarded-for') !== undefined
    if (isForwarded || !isOwn(network)) {
      if (now() >= end || counts.size >= mostNetworks) {
        counts = new Map()
        end = now() + windowMs
      }
      const count = (counts.get(network) ?? 0) + 1
      counts.set(network, count)
      if (count > requestsPerWindow) throw tooMany(end - now())
    }
    await next()
  }
}

/** Whether a request is from this machine, or has no connection, as in rendering. */
function isOwn(network: string): boolean {
  return network === 'unknown' || network === '0:0:0:0::/64' || network.startsWith('127.')
}

/** Warns once about a proxy that TRUST_PROXY doesn't name, since limits then count all visitors as one. */
export function warnOfUnnamedProxy(log: RequestLog): MiddlewareHandler<ApiEnv> {
  let reported = false
  return async (c, next) => {
    if (!reported && c.req.header('x-forwarded-for') && isOwn(networkOf(c.get('actor').address))) {
      reported = true
      log.warn({}, 'a proxy stands in front that TRUST_PROXY does not name: all visitors count as one')
    }
    await next()
  }
}
