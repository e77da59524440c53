import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type Actor, type Caller, requireMember, requireRole } from '#platform/actor.ts'
import type { ApiEnv } from '#platform/api.ts'
import { requireScope, sessionRequired } from '#platform/token-scopes.ts'

/**
 * An endpoint's security in OpenAPI's form: `session` lists the role that a session needs, if any, and `token` the
 * scope that an API token needs.
 */
type Security = { session?: string[]; token?: string[] }[]
type Route = { method: string; getRoutingPath(): string; security?: Security }

/**
 * Checks whether the contract lets the actor use the endpoint. This happens before the body is read, so 401 and 403
 * come before 400, 413 and 415. The feature itself checks what depends on a record, such as its author. Throws AppError
 * authentication_required or forbidden.
 */
export function checkAccess(routes: Route[]): MiddlewareHandler<ApiEnv> {
  const nameOf = (method: string, path: string) => `${method} ${path}`
  const needs = new Map(
    routes.map((route) => [nameOf(route.method.toUpperCase(), route.getRoutingPath()), route.security]),
  )
  return async (c, next) => {
    // If several routes match, the first one responds.
    const route = matchedRoutes(c).find(({ method, path }) => needs.has(nameOf(method, path)))
    const security = route && needs.get(nameOf(route.method, route.path))
    if (security) requireAccess(c.get('actor'), security)
    else c.set('actor', publicActor(c.get('actor'), route?.method))
    await next()
  }
}

function requireAccess(actor: Actor, security: Security): void {
  const [role] = security.find(({ session }) => session)?.session ?? []
  const scope = security.find(({ token }) => token)?.token?.[0]
  if (actor.kind === 'user' && actor.token) requireScope(actor.token, scope)
  else if (role === 'moderator' || role === 'admin') requireRole(actor, role)
  else requireMember(actor)
}

/**
 * Returns the actor for an endpoint that is open to everybody. For reads, a token with the scope `read` acts for its
 * owner. Any other token, and any token on a path outside the contract (`method` is undefined), acts as a visitor.
 * Writes that are open to everybody, such as signing in, refuse tokens: throws AppError forbidden.
 */
function publicActor(actor: Caller, method: string | undefined): Caller {
  if (actor.kind !== 'user' || !actor.token) return actor
  if (method !== undefined && method !== 'GET') throw sessionRequired()
  const { address, browser, token } = actor
  return method && token.scopes.includes('read') ? actor : { kind: 'visitor', address, browser }
}
