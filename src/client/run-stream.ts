import { currentLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { ApiError, failureOf, networkFailed, serverUnreachable } from './api-error.ts'
import type { Input } from './endpoints.ts'
import { type Transport, untilAborted } from './send.ts'
import { type StreamEvent, streamEvents } from './stream-events.ts'

/** The endpoints that respond with a stream of events. */
type StreamEndpoint =
  | 'POST /api/prompt-generator'
  | 'POST /api/comparisons'
  | 'POST /api/prompts/{id}/tests/runs'
  | 'POST /api/change-requests/{id}/tests/runs'

/** An event of a stream, with its name and data. `Events` maps each name to its data. */
export type EventOf<Events> = { [Name in keyof Events]: { event: Name; data: Events[Name] } }[keyof Events]

/**
 * The rules of a stream. Times are in ms. The connection counts as lost if no data arrives within `firstMs`, or later
 * for `silenceMs`: the server sends at least a comment every 15 s. The wait before retry n is n times `retryMs`.
 */
export const streamRules = { firstMs: 30_000, silenceMs: 40_000, retries: 4, retryMs: 1_000 }

type StreamCall<Name extends StreamEndpoint, Events> = {
  body: Input<Name>['body']
  /** The id for the endpoint's path, if the path contains one. */
  id?: string
  /** Sent again after a lost connection, so that the same run continues and isn't charged twice. */
  idempotencyKey: string
  onEvent: (event: EventOf<Events>) => void
  /** Whether a stream may end after this event. If it ends after any other event, the connection was lost. */
  isLast: (event: EventOf<Events>) => boolean
  /** Called before each wait for a retry. The new connection repeats all events from the first. */
  onDisconnect?: () => void
  signal?: AbortSignal
  transport?: Transport
}

/**
 * Calls an endpoint that responds with a stream, and passes on its events. Resolves after the last event. If the
 * connection is lost or silent for too long, connects again with the same Idempotency-Key. Rejects with an ApiError, or
 * with the signal's reason if the signal is aborted.
 */
export async function runStream<Events, Name extends StreamEndpoint = StreamEndpoint>(
  name: Name,
  call: StreamCall<Name, Events>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(name.slice('POST '.length).replace('{id}', encodeURIComponent(call.id ?? '')), call)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (!mayReconnect(error) || tries > streamRules.retries) throw error
      call.onDisconnect?.()
      await untilAborted(new Promise((wake) => setTimeout(wake, streamRules.retryMs * tries)), call.signal)
    }
  }
}

/** Whether the connection was lost, or the server still treats the interrupted request as running. */
function mayReconnect(error: unknown): boolean {
  return error instanceof ApiError && [networkFailed, 'timeout', 'in_progress'].includes(error.code)
}

async function runOnce<Name extends StreamEndpoint, Events>(path: string, call: StreamCall<Name, Events>) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectDataWithin = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new ApiError(408, 'timeout', t('Request timed out'))), ms)
  }
  const signal = call.signal ? AbortSignal.any([call.signal, silence.signal]) : silence.signal
  expectDataWithin(streamRules.firstMs)
  try {
    const body = await open(path, call, signal)
    const events = streamEvents(body, () => expectDataWithin(streamRules.silenceMs))
    for (;;) {
      const event = await nextOf(events, signal)
      if (!event) throw disconnectError()
      call.onEvent(event as EventOf<Events>)
      if (call.isLast(event as EventOf<Events>)) return
    }
  } finally {
    clearTimeout(timer)
    // This closes the connection if it is still open.
    silence.abort()
  }
}

async function open<Name extends StreamEndpoint, Events>(
  path: string,
  { body, idempotencyKey, transport = (path, init) => fetch(path, init) }: StreamCall<Name, Events>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream, application/json',
    'accept-language': currentLanguage().tag,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  }
  const init: RequestInit = { method: 'POST', credentials: 'include', headers, body: JSON.stringify(body), signal }
  const response = await awaitNetwork(Promise.resolve(transport(path, init)), signal)
  if (!response.ok) throw failureOf(response, await awaitNetwork(response.text(), signal))
  if (!response.body) throw disconnectError()
  return response.body
}

async function nextOf(events: AsyncGenerator<StreamEvent>, signal: AbortSignal): Promise<StreamEvent | null> {
  const { value, done } = await awaitNetwork(events.next(), signal)
  return done ? null : value
}

/** Waits for a network operation. Rejects with an ApiError, or with the signal's reason if the signal is aborted. */
async function awaitNetwork<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : disconnectError(error)
  }
}

function disconnectError(cause?: unknown): ApiError {
  const failure = new ApiError(0, networkFailed, serverUnreachable())
  failure.cause = cause
  return failure
}
