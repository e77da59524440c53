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
const word = (text: string) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`
const done = 'event: done\ndata: {"credits":29}\n\n'

/** A reply that streams these chunks, and then ends, breaks off or stays open. */
function streams(chunks: string[], end: 'ends' | 'breaks' | 'stays' = 'ends'): Reply {
  return () => {
    const waiting = [...chunks]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = waiting.shift()
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk))
        else if (end === 'ends') controller.close()
        else if (end === 'breaks') controller.error(new TypeError('network error'))
        else return new Promise(() => undefined)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

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
  it('may arrive in any chunks, with comments in between', async () => {
    const text = `: still here\r\n\r\n${start.replaceAll('\n', '\r\n')}${word('grüß dich')}${done}event: lost\ndata: {"half`
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
    const transport = fakeTransport(streams([start, word('one '), `${word('two')}${done}`], 'stays'))
    const { received, settled } = run(transport)
    expect(await settled).toBe('resolved')
    expect(received).toEqual(['start', 'one ', 'two', 'done'])
    expect(transport.sent[0]?.headers.get('idempotency-key')).toBe('one key')
    expect(transport.sent[0]?.credentials).toBe('include')
    expect(transport.sent[0]?.body).toBe('{"idea":"a quiz"}')
  })
})

describe('a lost connection', () => {
  it.each([
    ['breaks', streams([start, word('one ')], 'breaks')],
    ['ends too early', streams([start, word('one ')])],
  ])('that %s is restored with the same Idempotency-Key', async (_, broken) => {
    const transport = fakeTransport(
      broken,
      errorReply(409, 'in_progress'),
      offline,
      streams([start, word('one two'), done]),
    )
    const { received, settled } = run(transport)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('resolved')
    expect(received).toEqual(['start', 'one ', 'cut', 'cut', 'cut', 'start', 'one two', 'done'])
    expect(transport.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(Array(4).fill('one key'))
  })

  it('fails after the last retry', async () => {
    const transport = fakeTransport(offline)
    const { settled } = run(transport)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('network_error')
    expect(transport.sent).toHaveLength(1 + streamRules.retries)
  })

  it('is detected if no data arrives, before and after the first event', async () => {
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
  it('that is refused fails with the server’s message, without retries', async () => {
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

  it('does not treat an error in page code as a network error', async () => {
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
