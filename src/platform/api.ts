import { OpenAPIHono } from '@hono/zod-openapi'
import { aboutField } from '#lib/plain-messages.ts'
import { isStorable } from '#lib/well-formed.ts'
import type { Caller } from './actor.ts'
import type { Captcha } from './captcha.ts'
import type { Db } from './database/db.ts'
import type { Position } from './database/replicas.ts'
import { AppError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Mail } from './mail.ts'
import type { Jobs } from './work/jobs.ts'

/**
 * What middleware stores about a request. `isSecure`: the browser uses https, directly or through a trusted proxy.
 * `lastWrite`: what a replica must have replayed for this member. Unset: their reads go to the primary.
 */
export type ApiEnv = { Variables: { actor: Caller; isSecure: boolean; requestId: string; lastWrite?: LastWrite } }
export type Api = OpenAPIHono<ApiEnv>
/** A member's last write. `turn`: a number that is the same for all of the member's requests. */
export type LastWrite = { position: Position; turn: number }

/** What the composition root passes to the routes of every feature. */
export type Platform = {
  db: Db
  /** Returns the current time. Tests replace it. */
  now: () => Date
  limits: Limits
  captcha: Captcha
  jobs: Jobs
  mail: Mail
}

const unstorable = 'contains a character that can’t be stored (NUL or an unpaired surrogate). Remove it.'

/** Refuses data that contains a text the database can't store. Throws AppError validation_failed. */
export function refuseUnstorable(data: unknown, path: string[] = []): void {
  const name = path.join('.') || 'body'
  if (typeof data === 'string' && !isStorable(data)) {
    throw new AppError('validation_failed', `${name}: ${unstorable}`, { fields: { [name]: unstorable } })
  }
  if (typeof data !== 'object' || data === null) return
  for (const [key, value] of Object.entries(data)) {
    refuseUnstorable(key, path)
    refuseUnstorable(value, [...path, key])
  }
}

/**
 * Creates an empty API for the routes of a feature. It refuses values that don't match their schema or can't be stored,
 * with AppError validation_failed.
 */
export function createApi(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return refuseUnstorable(result.data)
      const fields: Record<string, string> = {}
      for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
      const [name, message] = Object.entries(fields)[0] as [string, string]
      throw new AppError('validation_failed', aboutField(name, message), { fields })
    },
  })
}
