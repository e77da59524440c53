import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './platform/api.ts'
import { networkOf, tooMany } from './platform/limits.ts'
import type { RequestLog } from './request-log.ts'

/** Requests of one network in one window: more than a busy office needs, less than a flood. */
export const requestsPerWindow = 600
const windowMs = 60_000
/** Networks that a process counts at a time; a flood from more begins a new window, so memory stays flat. */
const mostNetworks = 50_000

type Place = { now?: () => number; trustsProxy?: boolean }

/**
 * A cheap limit for the whole API, counted by each process in its memory. Requests from this machine pass: rendering,
 * scripts, and a proxy that TRUST_PROXY doesn't name, behind which everybody looks the same. With TRUST_PROXY
 * (`trustsProxy`) what was forwarded is somebody's, also when the proxy on this machine didn't say whose.
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

/** This machine, or no connection at all, as in rendering. */
function isOwn(network: string): boolean {
  return network === 'unknown' || network === '0:0:0:0::/64' || network.startsWith('127.')
}

/** Says once when a proxy stands in front that TRUST_PROXY doesn't name: limits then take all visitors for one. */
export function warnOfUnnamedProxy(log: RequestLog): MiddlewareHandler<ApiEnv> {
  let told = false
  return async (c, next) => {
    if (!told && c.req.header('x-forwarded-for') && isOwn(networkOf(c.get('actor').address))) {
      told = true
      log.warn({}, 'a proxy stands in front that TRUST_PROXY does not name: all visitors count as one')
    }
    await next()
  }
}
