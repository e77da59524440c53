import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, fakeTransport, jsonReply, noReply, offline, type Reply } from '#test/fakes/transport.ts'
import { ApiError } from './api-error.ts'
import { runStream, streamRules } from './run-stream.ts'
import { type StreamEvent, streamEvents } from './stream-events.ts'

type Events = { start: { model: string }; delta: { text: string }; done: { credits: number } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = 'event: start\ndata: {"model":"m"}\n\n'
const delta = (text: string) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`
const done = 'event: done\ndata: {"credits":29}\n\n'

/** A reply that streams these chunks, and then ends, breaks off or stays open. */
function streams(chunks: string[], end: 'ends' | 'breaks' | 'stays' = 'ends'): Reply {
  return () => {
    const remaining = [...chunks]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = remaining.shift()
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk))
        else if (end === 'ends') controller.close()
        else if (end === 'breaks') controller.error(new TypeError('network error'))
        else return new Promise(() => undefined)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/**
 * Runs a stream. `received`: the text of each event that has one, the name of any other event, and `cut` for each call
 * of `onDisconnect`. `settled`: `resolved`, or the code or name of the error.
 */
function run(transport: ReturnType<typeof fakeTransport>, signal?: AbortSignal) {
  const received: string[] = []
  const settled = runStream<Events>('POST /api/prompt-generator', {
    body: { idea: 'a quiz' },
    idempotencyKey: 'one key',
    transport,
    signal,
    isLast: ({ event }) => event === 'done',
    onDisconnect: () => received.push('cut'),
    onEvent: ({ event, data }) => received.push('text' in data ? data.text : event),
  }).then(
    () => 'resolved',
    (error: Error) => (error instanceof ApiError ? error.code : error.name),
  )
  return { received, settled }
}

describe('a stream of events', () => {
  it('may arrive in chunks of any size, with a comment at the start and half an event at the end', async () => {
    const text = `: still here\r\n\r\n${start.replaceAll('\n', '\r\n')}${delta('grüß dich')}${done}event: lost\ndata: {"half`
    for (const size of [1, 2, 7, 1000]) {
      const bytes = new TextEncoder().encode(text)
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, i * size + size),
      )
      const events: StreamEvent[] = []
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      })
      for await (const event of streamEvents(body)) events.push(event)
      expect(events).toEqual([
        { event: 'start', data: { model: 'm' } },
        { event: 'delta', data: { text: 'grüß dich' } },
        { event: 'done', data: { credits: 29 } },
      ])
    }
  })

  it('delivers its events and resolves after the last, even if the connection stays open', async () => {
    const transport = fakeTransport(streams([start, delta('one '), `${delta('two')}${done}`], 'stays'))
    const { received, settled } = run(transport)
    expect(await settled).toBe('resolved')
    expect(received).toEqual(['start', 'one ', 'two', 'done'])
    expect(transport.sent[0]?.headers.get('idempotency-key')).toBe('one key')
    expect(transport.sent[0]?.credentials).toBe('include')
    expect(transport.sent[0]?.body).toBe('{"idea":"a quiz"}')
  })
})

describe('a connection', () => {
  it.each([
    ['breaks off', streams([start, delta('one ')], 'breaks')],
    ['ends too early', streams([start, delta('one ')])],
  ])('that %s is restored with the same Idempotency-Key', async (_, broken) => {
    const transport = fakeTransport(
      broken,
      errorReply(409, 'in_progress'),
      offline,
      streams([start, delta('one two'), done]),
    )
    const { received, settled } = run(transport)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('resolved')
    expect(received).toEqual(['start', 'one ', 'cut', 'cut', 'cut', 'start', 'one two', 'done'])
    expect(transport.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(Array(4).fill('one key'))
  })

  it('that can’t be restored makes the stream fail after the last retry', async () => {
    const transport = fakeTransport(offline)
    const { settled } = run(transport)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('network_error')
    expect(transport.sent).toHaveLength(1 + streamRules.retries)
  })

  it('counts as lost if no data arrives, before or after the first event', async () => {
    const transport = fakeTransport(noReply, streams([start], 'stays'), streams([start, done]))
    const { received, settled } = run(transport)
    await vi.advanceTimersByTimeAsync(streamRules.firstMs + streamRules.retryMs)
    expect(transport.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(streamRules.silenceMs + streamRules.retryMs * 2)
    expect(await settled).toBe('resolved')
    expect(received).toEqual(['cut', 'start', 'cut', 'start', 'done'])
  })
})

describe('a stream', () => {
  it('that is refused fails with the server’s error code, without retries', async () => {
    const transport = fakeTransport(
      jsonReply({ error: 'You need 3 credits but only have 1.', code: 'insufficient_credits' }, 402),
    )
    expect(await run(transport).settled).toBe('insufficient_credits')
    expect(transport.sent).toHaveLength(1)
  })

  it('ends when the caller aborts: before a response, during the stream, or between two attempts', async () => {
    for (const reply of [noReply, streams([start], 'stays'), offline]) {
      const abort = new AbortController()
      const transport = fakeTransport(reply)
      const { settled } = run(transport, abort.signal)
      await vi.advanceTimersByTimeAsync(100)
      abort.abort()
      expect(await settled).toBe('AbortError')
      await vi.runAllTimersAsync()
      expect(transport.sent).toHaveLength(1)
    }
  })

  it('rejects with an error that `onEvent` throws, without retries', async () => {
    const transport = fakeTransport(streams([start, done]))
    const broken = runStream<Events>('POST /api/prompt-generator', {
      body: { idea: 'a quiz' },
      idempotencyKey: 'k',
      transport,
      isLast: () => false,
      onEvent: () => {
        throw new RangeError('ours')
      },
    })
    await expect(broken).rejects.toThrow('ours')
    expect(transport.sent).toHaveLength(1)
  })
})
