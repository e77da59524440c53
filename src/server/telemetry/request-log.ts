import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { Caller } from '#platform/actor.ts'
import type { ApiEnv } from '#platform/api.ts'
import { recordedNetwork } from '#platform/ip-prefix.ts'
import type { Log } from '#platform/log-fields.ts'
import { loggedPath } from '#platform/logged-path.ts'
import { clientOf, trustedProxies } from '../http/client-address.ts'

const noop = () => undefined
/** A log that writes nothing, for tests and tools. */
export const noLog: Log = { debug: noop, info: noop, warn: noop, error: noop }

/** Gives each request an id, which is sent as X-Request-Id, and logs the request when it is done. */
export function requestLogger(log: Log): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    // The header is set before the response exists, because setting it afterwards makes Hono build the response again.
    c.header('X-Request-Id', requestId)
    const start = performance.now()
    await next()
    if (!c.res.headers.has('X-Request-Id')) c.header('X-Request-Id', requestId)
    // Undefined if the request failed before `requestGuards` set the actor.
    const actor: Caller | undefined = c.get('actor')
    const who = { ...networkField(actor?.address ?? ''), ...(actor?.kind === 'user' && { member: actor.id }) }
    const { method } = c.req
    const path = loggedPath(c.req.path)
    log.info({ requestId, method, path, status: c.res.status, milliseconds: since(start), ...who }, 'request')
  }
}

/** Logs a page request: immediately if a cached page has been sent, otherwise when the response is finished. */
export type PageLogger = (request: IncomingMessage, response: ServerResponse, isCached: boolean) => void

/** Creates the function that logs page requests. `trustProxy`: the setting TRUST_PROXY. */
export function pageLogger(log: Log, trustProxy: string): PageLogger {
  const proxies = trustedProxies(trustProxy)
  return (request, response, isCached) => {
    const { method, url = '/' } = request
    const about = { method, path: loggedPath(url), isCached, ...networkField(clientOf(request, proxies)) }
    if (isCached) return log.info({ ...about, status: response.statusCode }, 'page')
    const start = performance.now()
    response.once('finish', () => {
      log.info({ ...about, status: response.statusCode, milliseconds: since(start) }, 'page')
    })
  }
}

/** The network of an address, as the audit log records it. Requests within this process have none. */
function networkField(address: string): { network?: string } {
  const network = recordedNetwork(address)
  return network === address ? {} : { network }
}

function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10
}
