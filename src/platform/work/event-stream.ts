import type { Context } from 'hono'
import { t } from '#lib/texts.ts'
import type { ApiEnv } from '#platform/api.ts'
import { asAppError } from '#platform/as-app-error.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log-fields.ts'
import { loggedPath } from '#platform/logged-path.ts'
import type { StreamEvent } from './idempotency.table.ts'

/** How often an SSE comment is sent, in ms. It keeps proxies from closing the connection while there are no events. */
const heartbeatMs = 15_000

/** What streams need. `shutdownSignal` is aborted when the server stops. */
export type StreamContext = { shutdownSignal: AbortSignal; log: Pick<Log, 'error'> }

/**
 * Starts to produce events. `disconnectSignal` is aborted when the reader disconnects. Rejects if something fails
 * before the first event.
 */
export type StreamSource = (disconnectSignal: AbortSignal) => Promise<AsyncIterable<StreamEvent>>

/**
 * Responds with text/event-stream (WHATWG HTML, 9.2). Each event has one line of JSON data. Throws the error of
 * `source` if it fails before the first event. A failure after that becomes an `error` event. All events of `source` are
 * consumed, even if the reader has disconnected.
 */
export async function streamEvents(
  c: Context<ApiEnv>,
  { log }: StreamContext,
  source: StreamSource,
): Promise<Response> {
  const disconnect = new AbortController()
  const events = await source(AbortSignal.any([disconnect.signal, c.req.raw.signal]))
  const logFailure = (error: unknown) =>
    log.error(
      { requestId: c.get('requestId'), path: loggedPath(c.req.path), error: describe(error) },
      'a stream failed',
    )
  // A plain stream of bytes, because a TransformStream would cost as much as the rest of the response.
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void writeEvents(events, { controller, disconnectSignal: disconnect.signal, logFailure }),
    cancel: () => disconnect.abort(),
  })
  return c.body(body, 200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
}

type WriteOptions = {
  controller: ReadableStreamDefaultController<Uint8Array>
  disconnectSignal: AbortSignal
  logFailure: (error: unknown) => void
}

async function writeEvents(
  events: AsyncIterable<StreamEvent>,
  { controller, disconnectSignal, logFailure }: WriteOptions,
) {
  const write = (text: string) => {
    if (!disconnectSignal.aborted) controller.enqueue(Buffer.from(text))
  }
  const send = ({ event, data }: StreamEvent) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  try {
    for await (const event of events) send(event)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') logFailure(error)
    send(errorEvent(error))
  } finally {
    clearInterval(heartbeat)
    if (!disconnectSignal.aborted) controller.close()
  }
}

/** Turns a failure into an event that has the same message as an error response. */
export function errorEvent(error: unknown): StreamEvent {
  const { message, code, details } = asAppError(error)
  const { credits, extra } = details
  return { event: 'error', data: { error: message, code, ...(credits !== undefined && { credits }), ...extra } }
}

/** The error with which a stream ends when the server stops. */
export function stoppingError(credits?: number): AppError {
  return new AppError('overloaded', t('This server is restarting. Nothing was charged. Try again in a minute.'), {
    credits,
    retryAfter: 30,
  })
}

function describe(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}
