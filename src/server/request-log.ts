import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './platform/api.ts'
import { newId } from './platform/ids.ts'

/** Structured log lines: fields first, then words. pino's logger is one. */
export type RequestLog = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = () => undefined
/** For tests and tools that have nowhere to log. */
export const noLog: RequestLog = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Gives each request an id (answered as X-Request-Id) and logs it when it is done. */
export function requestLogger(log: RequestLog): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = newId()
    c.set('requestId', requestId)
    const start = performance.now()
    await next()
    c.header('X-Request-Id', requestId)
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    log.info({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, milliseconds }, 'request')
  }
}
