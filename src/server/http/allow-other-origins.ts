import type { MiddlewareHandler } from 'hono'
import { mcpPath } from '#features/mcp/rules.ts'
import { isResourcePath, oauthEndpoints, oauthPath } from '#features/oauth/rules.ts'
import type { ApiEnv } from '#platform/api.ts'

const { token, revocation, registration } = oauthEndpoints
/** The documents that describe the authorization server and what its tokens are for. */
const documents = /^\/\.well-known\/oauth-[a-z-]+\/|^\/oauth\/(\.well-known\/openid-configuration|jwks)$/

/**
 * Tells whether programs in web pages of other sites may call a path. Cookies give no rights there. The pages of the
 * authorization server, where they do, aren't among them.
 */
export function isOpenToOrigins(path: string): boolean {
  const isProtocol = path === mcpPath || path.startsWith(`${mcpPath}/`)
  return isProtocol || [token, revocation, registration].some((one) => one === path) || documents.test(path)
}

/** The headers of every response at such a path, refusals included, so that a client in a browser can read them. */
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, Mcp-Session-Id',
}

/**
 * Lets programs in web pages of any site call what `isOpenToOrigins` says, and answers their browsers' questions (Fetch,
 * "CORS protocol"). They may send a token only where apps can get one, so they can't use anybody's API token elsewhere.
 */
export function allowOtherOrigins(isClosed: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { path, method } = c.req
    if (!isOpenToOrigins(path)) return next()
    if (method !== 'OPTIONS') {
      await next()
      for (const [name, value] of Object.entries(crossOriginHeaders)) c.res.headers.set(name, value)
      return
    }
    const methods =
      path.startsWith(mcpPath) || path.startsWith(`${oauthPath}/t`) || path === registration ? 'POST' : 'GET'
    return c.body(null, 204, {
      ...crossOriginHeaders,
      Allow: `${methods}, OPTIONS`,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': `${isResourcePath(path, isClosed) ? 'Authorization, ' : ''}Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID`,
      'Access-Control-Max-Age': '7200',
    })
  }
}
