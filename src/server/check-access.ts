import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { requireMember, requireRole } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

type Route = { method: string; getRoutingPath(): string; security?: { session: string[] }[] }

/**
 * Checks who may use an endpoint by its contract, before the request is read: 401 and 403 come before 400, 413 and 415.
 * The verb checks what depends on the record itself, such as its author. AppError authentication_required, forbidden.
 */
export function checkAccess(routes: Route[]): MiddlewareHandler<ApiEnv> {
  const nameOf = (method: string, path: string) => `${method} ${path}`
  const needs = new Map(
    routes.map((route) => [nameOf(route.method.toUpperCase(), route.getRoutingPath()), route.security?.[0]?.session]),
  )
  return async (c, next) => {
    // The first matching route responds.
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
