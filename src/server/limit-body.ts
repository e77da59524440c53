import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './platform/api.ts'
import { AppError } from './platform/errors.ts'

/** Bytes that a request's body may have. */
const bodyMax = 1_000_000

/**
 * No body may be larger, whether or not it says its length. Hono's own middleware makes a Request of a Request, which
 * fails on those of our HTTP server; and it takes a DELETE without a body for one that hides its length.
 */
export const limitBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers } = c.req.raw
  if (Number(headers.get('content-length') ?? 0) > bodyMax) throw tooLarge()
  if (headers.has('transfer-encoding') && c.req.raw.body) {
    const { url, method, body } = c.req.raw
    c.req.raw = new Request(url, { method, headers, body: await readBody(body) })
  }
  await next()
}

async function readBody(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > bodyMax) throw tooLarge()
    parts.push(new Uint8Array(part))
  }
  return new Blob(parts)
}

function tooLarge(): AppError {
  return new AppError('body_too_large', 'The body is larger than 1 MB. Send less at a time.')
}
