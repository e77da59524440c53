import type { Context } from 'hono'
import type { ApiEnv } from './api.ts'
import { asAppError } from './as-app-error.ts'
import { AppError } from './errors.ts'
import type { StreamEvent } from './idempotency.table.ts'
import type { Log } from './log-fields.ts'
import { loggedPath } from './logged-path.ts'

/** How often a comment is sent, in ms, so that proxies don't close the connection while a model thinks. */
const heartbeatMs = 15_000

/** The dependencies of streams: `stopping` is aborted when the server stops. */
export type StreamContext = { stopping: AbortSignal; log: Pick<Log, 'error'> }

/** Creates the events. `gone` is aborted when the reader disconnects. Failures before the first event are thrown. */
export type Source = (gone: AbortSignal) => Promise<AsyncIterable<StreamEvent>>

/**
 * Responds with text/event-stream (WHATWG HTML, 9.2), each event with one line of JSON data. A failure in the middle
 * becomes an `error` event. Events are read to their end even if the client has left.
 */
export async function streamEvents(c: Context<ApiEnv>, { log }: StreamContext, source: Source): Promise<Response> {
  const left = new AbortController()
  const events = await source(AbortSignal.any([left.signal, c.req.raw.signal]))
  const logFailure = (error: unknown) =>
    log.error(
      { requestId: c.get('requestId'), path: loggedPath(c.req.path), error: describe(error) },
      'a stream failed',
    )
  // One stream of bytes: each transforming one above it would cost as much as the rest of the response.
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void writeEvents(events, { controller, left: left.signal, logFailure }),
    cancel: () => left.abort(),
  })
  return c.body(body, 200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
}

type Writing = {
  controller: ReadableStreamDefaultController<Uint8Array>
  left: AbortSignal
  logFailure: (error: unknown) => void
}

async function writeEvents(events: AsyncIterable<StreamEvent>, { controller, left, logFailure }: Writing) {
  const write = (text: string) => {
    if (!left.aborted) controller.enqueue(Buffer.from(text))
  }
  const send = ({ event, data }: StreamEvent) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const beat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  try {
    for await (const event of events) send(event)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') logFailure(error)
    send(errorEvent(error))
  } finally {
    clearInterval(beat)
    if (!left.aborted) controller.close()
  }
}

/** A failure as an event, with the message of an error response. */
export function errorEvent(error: unknown): StreamEvent {
  const known = asAppError(error)
  const { credits } = known.details
  return { event: 'error', data: { error: known.message, code: known.code, ...(credits !== undefined && { credits }) } }
}

/** The error of a stream when the server stops. */
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
