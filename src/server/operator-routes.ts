import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { appVersion } from '#lib/app-version.ts'
import { metricsType } from './metrics.ts'
import { type Api, createApi } from './platform/api.ts'
import type { Readiness } from './readiness.ts'
import { release } from './release.ts'

type Options = {
  readiness: () => Promise<Readiness>
  /** The metrics as text. */
  metrics: () => Promise<string>
  /** The bearer token of /metrics. Without it, only this machine may read them, on a local site and not through a proxy. */
  metricsToken?: string
  isLocal: boolean
  isDraining: () => boolean
}

/** /healthz, /readyz and /metrics. */
export function operatorRoutes({ readiness, metrics, metricsToken, isLocal, isDraining }: Options): Api {
  const api = createApi()
  api.get('/healthz', (c) => c.json({ status: 'ok', version: appVersion, release }))

  api.get('/readyz', async (c) => {
    if (isDraining()) return c.json({ status: 'draining' }, 503)
    const found = await readiness()
    if (found.isReady) return c.json({ status: 'ready' })
    const { isReady, retryAfter, ...why } = found
    return c.json(why, 503, { 'Retry-After': String(retryAfter) })
  })

  api.get('/metrics', async (c) => {
    const peer = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? ''
    const isAllowed = metricsToken
      ? isToken(c.req.header('authorization'), metricsToken)
      : isLocal && isLoopback(peer) && !isForwarded(c.req.raw.headers)
    if (!isAllowed) return c.text('Give METRICS_TOKEN as a Bearer token.\n', 401, { 'WWW-Authenticate': 'Bearer' })
    return c.text(await metrics(), 200, { 'Content-Type': metricsType })
  })
  return api
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a proxy sent this request. A proxy on this machine connects from loopback, whoever asked it. */
function isForwarded(headers: Headers): boolean {
  return forwardingHeaders.some((name) => headers.has(name))
}
