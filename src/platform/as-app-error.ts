import { HTTPException } from 'hono/http-exception'
import { t } from '#lib/texts.ts'
import { asUnavailable } from './database/database-problem.ts'
import { isDatabaseBusy } from './database/db.ts'
import { AppError } from './errors.ts'

/**
 * Turns any error into one that can be shown to users, in a response or a stream. Internal messages aren't included.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status === 400)
    return new AppError('malformed_json', t('The body is not valid JSON. Check it and send it again.'))
  if (error instanceof HTTPException && error.status === 415)
    return new AppError('unsupported_media_type', t('The body must be JSON, with Content-Type: application/json.'))
  const unavailable = asUnavailable(error)
  if (unavailable) return unavailable
  if (isDatabaseBusy(error))
    return new AppError('overloaded', t('The server is busy at the moment. Try again in a few seconds.'), {
      retryAfter: 3,
      cause: error,
    })
  return new AppError(
    'internal_error',
    t('Something went wrong on our side. Try again; if it keeps happening, send us the request id.'),
  )
}
