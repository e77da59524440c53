import { OpenAPIHono } from '@hono/zod-openapi'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'

export type ApiEnv = { Variables: { actor: Actor; requestId: string } }
export type Api = OpenAPIHono<ApiEnv>

/** What every feature's routes get from the composition root. */
export type Platform = {
  db: Db
  /** The clock, so that tests can set it. */
  now: () => Date
}

/** An empty API for a feature's routes: what doesn't fit its schema is answered as the contract's `validation_failed`. */
export function createApi(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const fields: Record<string, string> = {}
      for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
      const [name, message] = Object.entries(fields)[0] as [string, string]
      throw new AppError('validation_failed', `${name}: ${message}`, { fields })
    },
  })
}
