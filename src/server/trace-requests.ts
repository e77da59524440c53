import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ApiEnv } from './platform/api.ts'
import { type Traced, traced } from './platform/traced.ts'

/** Publishes each request to the app as a span, named by the pattern of its route. Its path and query stay here. */
export const traceRequests: MiddlewareHandler<ApiEnv> = (c, next) =>
  traced(
    () => ({
      name: c.req.method,
      // Pages ask the app within this process.
      kind: (c.env as Partial<HttpBindings> | undefined)?.incoming ? 'server' : 'internal',
      attributes: { 'http.request.method': c.req.method },
    }),
    async (span) => {
      await next()
      if (!span) return
      const route = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))?.path
      describeAnswer(span, c.res.status, route)
      const requestId = c.get('requestId')
      if (requestId) span.attributes['promptarium.request_id'] = requestId
    },
  )

/** The span of a page that is rendered. */
export function pageSpan(): Traced {
  return { name: 'GET', kind: 'server', attributes: { 'http.request.method': 'GET' } }
}

/** Adds how a page was answered. Pages begin with a fixed word; the rest of an address may name people or texts. */
export function describePage(span: Traced, path: string, status: number): void {
  const [, first = '', ...rest] = path.split('/')
  const isKnown = status < 400 || status >= 500
  describeAnswer(span, status, isKnown ? `/${first}${rest.length > 0 ? '/…' : ''}` : undefined)
}

function describeAnswer(span: Traced, status: number, route: string | undefined): void {
  span.attributes['http.response.status_code'] = status
  if (status >= 500) span.failure = String(status)
  if (route === undefined) return
  span.attributes['http.route'] = route
  span.name = `${span.name} ${route}`
}
