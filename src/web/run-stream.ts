import { ApiError, failureOf, networkFailed, noAnswer } from './api-error.ts'
import type { Input } from './endpoints.ts'
import { untilAborted, type Wire } from './send.ts'
import { type StreamEvent, streamEvents } from './stream-events.ts'

/** Endpoints that answer with a stream of events. */
type StreamEndpoint = 'POST /api/prompt-generator' | 'POST /api/comparisons'

/** What each event of a stream carries, by the event's name. */
export type EventOf<Events> = { [Name in keyof Events]: { event: Name; data: Events[Name] } }[keyof Events]

/** How a stream behaves. Times in ms. The server sends a comment each 15 s, so silence means that the line is dead. */
export const streamRules = { firstMs: 30_000, silenceMs: 40_000, retries: 4, retryMs: 1_000 }

type StreamCall<Name extends StreamEndpoint, Events> = {
  body: Input<Name>['body']
  /** The same key gives the same run: a line that is cut is taken up again, and nothing is paid twice. */
  idempotencyKey: string
  onEvent: (event: EventOf<Events>) => void
  /** Whether a stream may end after this event. One that ends before was cut. */
  isLast: (event: EventOf<Events>) => boolean
  /** The line was cut and is taken up again: all events come anew, from the first. */
  onCut?: () => void
  signal?: AbortSignal
  wire?: Wire
}

/**
 * Runs an endpoint that answers with a stream, and gives its events as they come; resolves after the last one. A line
 * that is cut, or silent for too long, is taken up again by the Idempotency-Key. Fails with an ApiError, or with the
 * signal's reason when the caller aborts.
 */
export async function runStream<Events, Name extends StreamEndpoint = StreamEndpoint>(
  name: Name,
  call: StreamCall<Name, Events>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(name.slice('POST '.length), call)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (!mayComeAgain(error) || tries > streamRules.retries) throw error
      call.onCut?.()
      await untilAborted(new Promise((wake) => setTimeout(wake, streamRules.retryMs * tries)), call.signal)
    }
  }
}

/** A cut line; or the server still settles the run that was cut. */
function mayComeAgain(error: unknown): boolean {
  return error instanceof ApiError && [networkFailed, 'timeout', 'in_progress'].includes(error.code)
}

async function runOnce<Name extends StreamEndpoint, Events>(path: string, call: StreamCall<Name, Events>) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectWithin = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new ApiError(408, 'timeout', 'Request timed out')), ms)
  }
  const signal = call.signal ? AbortSignal.any([call.signal, silence.signal]) : silence.signal
  expectWithin(streamRules.firstMs)
  try {
    const body = await open(path, call, signal)
    const events = streamEvents(body, () => expectWithin(streamRules.silenceMs))
    for (;;) {
      const event = await nextOf(events, signal)
      if (!event) throw cut()
      call.onEvent(event as EventOf<Events>)
      if (call.isLast(event as EventOf<Events>)) return
    }
  } finally {
    clearTimeout(timer)
    // Closes the line, if it is still open: nobody listens any more.
    silence.abort()
  }
}

async function open<Name extends StreamEndpoint, Events>(
  path: string,
  { body, idempotencyKey, wire = (path, init) => fetch(path, init) }: StreamCall<Name, Events>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  }
  const init: RequestInit = { method: 'POST', credentials: 'include', headers, body: JSON.stringify(body), signal }
  const response = await overNetwork(Promise.resolve(wire(path, init)), signal)
  if (!response.ok) throw failureOf(response, await overNetwork(response.text(), signal))
  if (!response.body) throw cut()
  return response.body
}

async function nextOf(events: AsyncGenerator<StreamEvent>, signal: AbortSignal): Promise<StreamEvent | null> {
  const { value, done } = await overNetwork(events.next(), signal)
  return done ? null : value
}

/** What the network gives. When it fails, that is an ApiError; when the signal aborted, its reason. */
async function overNetwork<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : cut(error)
  }
}

function cut(cause?: unknown): ApiError {
  const failure = new ApiError(0, networkFailed, noAnswer)
  failure.cause = cause
  return failure
}
