import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { requireMember, requireRole } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

type Route = { method: string; getRoutingPath(): string; security?: { session: string[] }[] }

/**
 * Asks who may use an endpoint, as its contract says it, before anything looks at what was sent: 401 and 403 come before
 * 400, 413 and 415. What depends on the thing itself (whose prompt it is) is asked by the verb.
 * AppError authentication_required, forbidden.
 */
export function checkAccess(routes: Route[]): MiddlewareHandler<ApiEnv> {
  const nameOf = (method: string, path: string) => `${method} ${path}`
  const needs = new Map(
    routes.map((route) => [nameOf(route.method.toUpperCase(), route.getRoutingPath()), route.security?.[0]?.session]),
  )
  return async (c, next) => {
    // The first one that matches is the one that answers.
    const route = matchedRoutes(c).find(({ method, path }) => needs.has(nameOf(method, path)))
    const roles = route && needs.get(nameOf(route.method, route.path))
    if (roles) {
      const [role] = roles
      if (role === 'moderator' || role === 'admin') requireRole(c.get('actor'), role)
      else requireMember(c.get('actor'))
    }
    await next()
  }
}
