import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import type { ErrorCode } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { notSignedIn } from '#platform/actor.ts'
import type { Api, ApiEnv } from '#platform/api.ts'
import { asAppError } from '#platform/as-app-error.ts'
import { findDatabaseProblem } from '#platform/database/database-problem.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log-fields.ts'
import { loggedPath } from '#platform/logged-path.ts'

/**
 * Creates a handler that turns any error into the contract's error body. Internal messages and causes are only logged,
 * with the requestId. After a write that violates a foreign key, `isSignedIn` checks the session again: if the account was just
 * deleted, the response is 401.
 */
export function createErrorHandler(
  log: Log,
  isSignedIn: (c: Context<ApiEnv>) => Promise<boolean> = async () => true,
): ErrorHandler<ApiEnv> {
  return async (error, c) => {
    if (violatesForeignKey(error) && c.get('actor').kind === 'user' && !(await isSignedIn(c)))
      return toResponse(c, notSignedIn())
    const known = hasLeft(c) ? incompleteBody() : asAppError(error)
    const about = { requestId: c.get('requestId'), path: loggedPath(c.req.path) }
    if (known.status >= 500) {
      const problem = findDatabaseProblem(error)
      if (problem) log.error({ ...about, error: describe(error, false) }, problem.advice)
      else log.error({ ...about, error: describe(error) }, 'request failed')
    } else if (known.cause !== undefined) {
      // Settings may be the reason, such as a wrong URL of this site, and users can't read the cause.
      log.warn({ ...about, error: describe(known, false) }, 'request refused')
    }
    return toResponse(c, known)
  }
}

/** Responds with 404 to a path that the app doesn't have. */
export function respondNotFound(c: Context<ApiEnv>): Response {
  return toResponse(
    c,
    new AppError(
      'not_found',
      t('There is no {method} {path} here. GET /api/docs lists all endpoints.', {
        method: c.req.method,
        path: c.req.path,
      }),
    ),
  )
}

type Route = { method: string; getRoutingPath(): string }

/**
 * Responds with 405 and `Allow` if a path of the contract doesn't have the requested method. Fixed paths are checked
 * before all routes, so that DELETE /api/prompts/newest doesn't delete a prompt called “newest”. Paths with parameters
 * are checked after the routes, when the caller calls `afterRoutes`.
 */
export function refuseOtherMethods(app: Api, routes: Route[]): { afterRoutes: () => void } {
  const paths = [...Map.groupBy(routes, (route) => route.getRoutingPath())].map(([path, group]) => {
    const methods = group.map((route) => route.method.toUpperCase())
    return { path, methods: [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])] }
  })
  const isFixed = (path: string) => !path.includes(':')
  const refuse = (method: string, methods: string[]): never => {
    const allow = methods.join(', ')
    throw new AppError('method_not_allowed', t('{method} isn’t allowed here. Allowed: {allow}.', { method, allow }), {
      headers: { Allow: allow },
    })
  }
  for (const { path, methods } of paths.filter((one) => isFixed(one.path))) {
    app.use(path, (c, next) => (methods.includes(c.req.method) ? next() : refuse(c.req.method, methods)))
  }
  return {
    afterRoutes() {
      for (const { path, methods } of paths.filter((one) => !isFixed(one.path))) {
        app.all(path, (c) => refuse(c.req.method, methods))
      }
    },
  }
}

/** The error codes of responses that are being sent. */
const codes = new WeakMap<ServerResponse, ErrorCode>()

/** Returns the error code of a response of the API, or undefined if it isn't an error. */
export function errorCodeOf(response: ServerResponse): ErrorCode | undefined {
  return codes.get(response)
}

function toResponse(c: Context<ApiEnv>, error: AppError): Response {
  const { fields, credits, retryAfter, headers, extra } = error.details
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value)
  c.header('Cache-Control', 'no-store')
  const code: ErrorCode = error.code
  // Requests within this process have no response of the HTTP server.
  const response = (c.env as Partial<HttpBindings> | undefined)?.outgoing as ServerResponse | undefined
  if (response) codes.set(response, code)
  const details = { ...(fields && { fields }), ...(credits !== undefined && { credits }), ...extra }
  return c.json({ error: error.message, code, requestId: c.get('requestId'), ...details }, error.status)
}

function describe(error: Error, withStack = true): object {
  const { name, message, stack, cause } = error
  const inner = cause instanceof Error && { cause: describe(cause, withStack) }
  return { name, message, code: (error as { code?: unknown }).code, ...(withStack && { stack }), ...inner }
}

/** Whether the client has closed its connection before it had sent its whole body. */
function hasLeft(c: Context<ApiEnv>): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming?.destroyed === true && !incoming.complete
}

function incompleteBody(): AppError {
  return new AppError('malformed_json', t('The connection was closed before the whole body arrived. Send it again.'))
}

function violatesForeignKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23503'
}
