import type { Context } from 'hono'
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
  const requestId = c.get('requestId')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      void pump(events, createWriter(controller, left.signal), (error) =>
        log.error({ requestId, path: c.req.path, error: describe(error) }, 'a stream failed'),
      )
    },
    cancel: () => left.abort(),
  })
  return c.body(body, 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
}

type Writer = ReturnType<typeof createWriter>

async function pump(events: AsyncIterable<StreamEvent>, writer: Writer, tell: (error: unknown) => void) {
  const beat = setInterval(() => writer.write(': still here\n\n'), heartbeatMs)
  try {
    for await (const event of events) writer.write(frame(event))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') tell(error)
    writer.write(frame(errorEvent(error)))
  } finally {
    clearInterval(beat)
    writer.close()
  }
}

function createWriter(controller: ReadableStreamDefaultController<Uint8Array>, left: AbortSignal) {
  const encoder = new TextEncoder()
  return {
    write(text: string) {
      if (!left.aborted) controller.enqueue(encoder.encode(text))
    },
    close() {
      if (!left.aborted) controller.close()
    },
  }
}

function frame({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
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
