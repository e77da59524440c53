import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ApiEnv } from '#platform/api.ts'
import { type Traced, traced } from '#platform/traced.ts'
import { isInProcess } from '../http/client-address.ts'

/**
 * Publishes a span for each request that the app receives. The span contains the pattern of the route, but never the
 * path or the query.
 */
export const traceRequests: MiddlewareHandler<ApiEnv> = (c, next) =>
  traced(
    () => ({
      name: c.req.method,
      // Rendering a page calls the app within this process, without a connection.
      kind: isInProcess(c) ? 'internal' : 'server',
      attributes: { 'http.request.method': c.req.method },
    }),
    async (span) => {
      await next()
      if (!span) return
      const route = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))?.path
      describeResponse(span, c.res.status, route)
      const requestId = c.get('requestId')
      if (requestId) span.attributes['promptarium.request_id'] = requestId
    },
  )

/** The span of a page that is being rendered. */
export function pageSpan(): Traced {
  return { name: 'GET', kind: 'server', attributes: { 'http.request.method': 'GET' } }
}

/**
 * Adds the status and the route of a page to its span. The route is only the first part of the path, because the rest
 * may contain names or words that people wrote.
 */
export function describePage(span: Traced, path: string, status: number): void {
  const [, first = '', ...rest] = path.split('/')
  // A redirect doesn't prove that the path has a page, because a path without one may be redirected too, for example
  // if it has a trailing slash.
  const isKnown = status < 300 || status >= 500
  describeResponse(span, status, isKnown ? `/${first}${rest.length > 0 ? '/…' : ''}` : undefined)
}

function describeResponse(span: Traced, status: number, route: string | undefined): void {
  span.attributes['http.response.status_code'] = status
  if (status >= 500) span.failure = String(status)
  if (route === undefined) return
  span.attributes['http.route'] = route
  span.name = `${span.name} ${route}`
}
