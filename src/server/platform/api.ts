import { OpenAPIHono } from '@hono/zod-openapi'
import { aboutField } from '#lib/plain-messages.ts'
import type { Caller } from './actor.ts'
import type { Captcha } from './captcha.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Mail } from './mail.ts'

/** `secure`: the browser came by https, here or at a trusted proxy. */
export type ApiEnv = { Variables: { actor: Caller; secure: boolean; requestId: string } }
export type Api = OpenAPIHono<ApiEnv>

/** What every feature's routes get from the composition root. */
export type Platform = {
  db: Db
  /** The clock, so that tests can set it. */
  now: () => Date
  limits: Limits
  captcha: Captcha
  jobs: Jobs
  mail: Mail
}

/** An empty API for a feature's routes: what doesn't fit its schema is answered as the contract's `validation_failed`. */
export function createApi(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const fields: Record<string, string> = {}
      for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
      const [name, message] = Object.entries(fields)[0] as [string, string]
      throw new AppError('validation_failed', aboutField(name, message), { fields })
    },
  })
}
