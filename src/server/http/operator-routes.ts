import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { bearerOf } from '#features/tokens/server/find-token-member.ts'
import { appVersion } from '#lib/app-version.ts'
import { type Api, createApi } from '#platform/api.ts'
import type { Readiness } from '../database/readiness.ts'
import { release } from '../start/release.ts'
import { metricsType } from '../telemetry/metrics.ts'

type Options = {
  readiness: () => Promise<Readiness>
  /** Returns the metrics as text. */
  metrics: () => Promise<string>
  /**
   * The bearer token of /metrics. Unset: only a local site shows the metrics, and only to requests from this machine
   * that use a local host name and come through no proxy.
   */
  metricsToken?: string
  /** Whether the site is meant for this machine only (`isLocal` in settings.ts). */
  isLocal: boolean
  /** Whether the server is about to stop. */
  isDraining: () => boolean
}

/** The routes /healthz, /readyz and /metrics. */
export function operatorRoutes({ readiness, metrics, metricsToken, isLocal, isDraining }: Options): Api {
  const api = createApi()
  api.get('/healthz', (c) => c.json({ status: 'ok', version: appVersion, release }))

  api.get('/readyz', async (c) => {
    if (isDraining()) return c.json({ status: 'draining' }, 503)
    const found = await readiness()
    if (found.isReady) return c.json({ status: 'ready' })
    const { isReady, retryAfter, ...body } = found
    return c.json(body, 503, { 'Retry-After': String(retryAfter) })
  })

  api.get('/metrics', async (c) => {
    const peer = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? ''
    const isAllowed = metricsToken
      ? isToken(bearerOf(c.req.raw.headers) ?? '', metricsToken)
      : isLocal && isLoopback(peer) && isLocalName(new URL(c.req.url).hostname) && !isForwarded(c.req.raw.headers)
    if (!isAllowed) return c.text('Send METRICS_TOKEN as a Bearer token.\n', 401, { 'WWW-Authenticate': 'Bearer' })
    return c.text(await metrics(), 200, { 'Content-Type': metricsType })
  })
  return api
}

function isToken(text: string, token: string): boolean {
  const actual = Buffer.from(text)
  const expected = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Whether a host name means this machine. This prevents DNS rebinding, where a web page points its own host name at
 * this machine in order to read the metrics.
 */
function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a proxy has forwarded this request. A proxy on this machine connects from a loopback address, wherever its
 * client is.
 */
function isForwarded(headers: Headers): boolean {
  return forwardingHeaders.some((name) => headers.has(name))
}
