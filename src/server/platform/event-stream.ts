import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { ApiEnv } from './api.ts'
import { asAppError } from './as-app-error.ts'
import { AppError } from './errors.ts'
import type { StreamEvent } from './idempotency.table.ts'

/** A comment is sent this often, in ms, so that proxies don't take a thinking model for a dead line. */
const heartbeatMs = 15_000

type Log = { error(fields: object, message: string): void }

/** What streams share: when the server stops, and where faults are told. */
export type StreamContext = { stopping: AbortSignal; log: Log }

/** Makes the events. `gone` is aborted when the reader has left. What fails before the first event is thrown as it is. */
export type Source = (gone: AbortSignal) => Promise<AsyncIterable<StreamEvent>>

/**
 * Answers with text/event-stream (WHATWG HTML, 9.2): each event with its data as one line of JSON. A failure in the middle
 * becomes an `error` event. The events are read to their end even when nobody listens any more.
 */
export async function answerEvents(c: Context<ApiEnv>, { log }: StreamContext, source: Source): Promise<Response> {
  const left = new AbortController()
  const events = await source(AbortSignal.any([left.signal, c.req.raw.signal]))
  const response = streamSSE(c, async (stream) => {
    stream.onAbort(() => left.abort())
    const send = ({ event, data }: StreamEvent) => stream.writeSSE({ event, data: JSON.stringify(data) })
    const beat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
    try {
      for await (const event of events) await send(event)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'internal_error') {
        log.error({ requestId: c.get('requestId'), path: c.req.path, error: describe(error) }, 'a stream failed')
      }
      await send(errorEvent(error))
    } finally {
      clearInterval(beat)
    }
  })
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Accel-Buffering', 'no')
  return response
}

/** A failure as an event: the same words that an answer would have. */
export function errorEvent(error: unknown): StreamEvent {
  const known = asAppError(error)
  const { credits } = known.details
  return { event: 'error', data: { error: known.message, code: known.code, ...(credits !== undefined && { credits }) } }
}

/** What a stream says when the server is told to stop. */
export function stoppingError(credits?: number): AppError {
  return new AppError('overloaded', 'This server is restarting. Nothing was charged. Try again in a minute.', {
    credits,
    retryAfter: 30,
  })
}

function describe(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}
