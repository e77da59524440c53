import type { MiddlewareHandler } from 'hono'
import { t } from '#lib/texts.ts'
import type { ApiEnv } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { readAtMost } from '#platform/read-at-most.ts'

/** The largest body that a request may have, in bytes. Uploads of pictures have a limit of their own. */
const maxBodyBytes = 1_000_000
/**
 * The most values that the JSON of a body may have. The largest that a form sends describes 50 blanks with 50 options
 * each. Checking hundreds of thousands, and describing what is wrong with each, would stall the process.
 */
const maxValues = 5_000

/**
 * Refuses a body of more than `maxBodyBytes`, with or without Content-Length, or with more than `maxValues`. Hono's own
 * middleware isn't used, because it copies the Request, which fails with this HTTP server, and refuses a DELETE without a
 * body. Throws AppError body_too_large, validation_failed.
 */
export const limitBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers } = c.req.raw
  if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
  if (headers.has('transfer-encoding') && c.req.raw.body) {
    const { url, method, body } = c.req.raw
    c.req.raw = new Request(url, { method, headers, body: await readAtMost(body, maxBodyBytes, tooLarge) })
  }
  if (!['GET', 'HEAD'].includes(c.req.method) && countValues(await c.req.text()) > maxValues)
    throw new AppError(
      'validation_failed',
      t('The body has more than {maxValues} values. Send it in parts.', { maxValues }),
    )
  await next()
}

/** Counts the values of a JSON text by the commas outside of strings. Takes linear time, also if it isn't JSON. */
function countValues(json: string): number {
  let values = 1
  let isQuoted = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\\' && isQuoted) at++
    else if (character === ',' && !isQuoted) values++
  }
  return values
}

function tooLarge(): AppError {
  return new AppError('body_too_large', t('The body is larger than 1 MB. Send less data per request.'))
}
