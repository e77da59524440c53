import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { isResourcePath, resourceDocumentPath } from '../rules.ts'
import type { OauthContext } from './oauth-context.ts'

type Site = Pick<OauthContext, 'origin' | 'isClosed'>

/**
 * Returns the WWW-Authenticate header that leads a client to the authorization server (RFC 9728, 5.1), or null if apps
 * can't get a token for the path. `problem`: what is wrong with the token that was sent, as further parameters.
 */
export function challengeOf({ origin, isClosed = false }: Site, path: string, problem = ''): string | null {
  if (!isResourcePath(path, isClosed)) return null
  const document = `resource_metadata="${origin()}${resourceDocumentPath}${path}"`
  return `Bearer ${[document, problem.includes('scope=') ? '' : 'scope="read"', problem].filter(Boolean).join(', ')}`
}

/** Adds to a refusal where a client gets a token for this path, if it can get one. */
export function describeResource(site: Site): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    const header = c.res.headers.get('www-authenticate')
    if (c.res.status !== 401 && !(c.res.status === 403 && header)) return
    const challenge = challengeOf(site, c.req.path, header?.replace(/^Bearer ?/, ''))
    if (challenge) c.res.headers.set('WWW-Authenticate', challenge)
  }
}
