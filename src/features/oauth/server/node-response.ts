import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Returns the request and response of Node, which the provider reads and writes itself. Nothing may be cached, and a
 * window that an app opened stays connected to it, because the app may wait there for the answer.
 */
export function nodeOf(c: Context<ApiEnv>): HttpBindings {
  const bindings = c.env as unknown as HttpBindings
  bindings.outgoing.setHeader('Cache-Control', 'no-store')
  bindings.outgoing.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  return bindings
}

/** The largest form or registration that is read, in bytes. */
const bodyMaxBytes = 10_000

/** Refuses a body that is large or of unknown length, before it is read. Throws AppError body_too_large. */
export function refuseLargeBody(c: Context<ApiEnv>): void {
  if (Number(c.req.header('content-length') ?? Number.NaN) <= bodyMaxBytes) return
  throw new AppError('body_too_large', 'The body must be shorter than 10 KB, and its length must be stated.')
}

/** The response that tells Hono's server that the provider has responded. */
export function alreadySent(c: Context<ApiEnv>): Response {
  const { statusCode: status } = (c.env as unknown as HttpBindings).outgoing
  return new Response(null, { status, headers: { 'x-hono-already-sent': 'true' } })
}
