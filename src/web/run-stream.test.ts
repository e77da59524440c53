import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWire, gives, offline, type Reply, refuses, silence } from '#test/fakes/wire.ts'
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

/** A reply that streams these pieces, then ends, breaks or stays open. */
function streams(pieces: string[], end: 'ends' | 'breaks' | 'stays' = 'ends'): Reply {
  return () => {
    const waiting = [...pieces]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = waiting.shift()
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
        else if (end === 'ends') controller.close()
        else if (end === 'breaks') controller.error(new TypeError('network error'))
        else return new Promise(() => undefined)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

function run(wire: ReturnType<typeof fakeWire>, signal?: AbortSignal) {
  const heard: string[] = []
  const settled = runStream<Events>('POST /api/prompt-generator', {
    body: { idea: 'a quiz' },
    idempotencyKey: 'one key',
    wire,
    signal,
    isLast: ({ event }) => event === 'done',
    onCut: () => heard.push('cut'),
    onEvent: ({ event, data }) => heard.push('text' in data ? data.text : event),
  }).then(
    () => 'resolved',
    (error: Error) => (error instanceof ApiError ? error.code : error.name),
  )
  return { heard, settled }
}

describe('a stream of events', () => {
  it('is read however it is cut into pieces, with comments between', async () => {
    const text = `: still here\r\n\r\n${start.replaceAll('\n', '\r\n')}${word('grüß dich')}${done}event: lost\ndata: {"half`
    for (const size of [1, 2, 7, 1000]) {
      const bytes = new TextEncoder().encode(text)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, i * size + size),
      )
      const events: StreamEvent[] = []
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece)
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

  it('gives its events and resolves after the last, also where the line stays open', async () => {
    const wire = fakeWire(streams([start, word('one '), `${word('two')}${done}`], 'stays'))
    const { heard, settled } = run(wire)
    expect(await settled).toBe('resolved')
    expect(heard).toEqual(['start', 'one ', 'two', 'done'])
    expect(wire.sent[0]?.headers.get('idempotency-key')).toBe('one key')
    expect(wire.sent[0]?.credentials).toBe('include')
    expect(wire.sent[0]?.body).toBe('{"idea":"a quiz"}')
  })
})

describe('a line that is cut', () => {
  it.each([
    ['breaks', streams([start, word('one ')], 'breaks')],
    ['ends too early', streams([start, word('one ')])],
  ])('because it %s is taken up again by the same key', async (_, broken) => {
    const wire = fakeWire(broken, refuses(409, 'in_progress'), offline, streams([start, word('one two'), done]))
    const { heard, settled } = run(wire)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('resolved')
    expect(heard).toEqual(['start', 'one ', 'cut', 'cut', 'cut', 'start', 'one two', 'done'])
    expect(wire.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(Array(4).fill('one key'))
  })

  it('is given up at last', async () => {
    const wire = fakeWire(offline)
    const { settled } = run(wire)
    await vi.runAllTimersAsync()
    expect(await settled).toBe('network_error')
    expect(wire.sent).toHaveLength(1 + streamRules.retries)
  })

  it('is noticed by its silence, before the first event and after', async () => {
    const wire = fakeWire(silence, streams([start], 'stays'), streams([start, done]))
    const { heard, settled } = run(wire)
    await vi.advanceTimersByTimeAsync(streamRules.firstMs + streamRules.retryMs)
    expect(wire.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(streamRules.silenceMs + streamRules.retryMs * 2)
    expect(await settled).toBe('resolved')
    expect(heard).toEqual(['cut', 'start', 'cut', 'start', 'done'])
  })
})

describe('a stream that is refused', () => {
  it('says so in the words of the server, once', async () => {
    const wire = fakeWire(gives({ error: 'You need 3 credits but only have 1.', code: 'insufficient_credits' }, 402))
    expect(await run(wire).settled).toBe('insufficient_credits')
    expect(wire.sent).toHaveLength(1)
  })

  it('ends when the caller aborts: before an answer, in the middle, and between two tries', async () => {
    for (const reply of [silence, streams([start], 'stays'), offline]) {
      const abort = new AbortController()
      const wire = fakeWire(reply)
      const { settled } = run(wire, abort.signal)
      await vi.advanceTimersByTimeAsync(100)
      abort.abort()
      expect(await settled).toBe('AbortError')
      await vi.runAllTimersAsync()
      expect(wire.sent).toHaveLength(1)
    }
  })

  it('does not take a fault in the page for one of the network', async () => {
    const wire = fakeWire(streams([start, done]))
    const broken = runStream<Events>('POST /api/prompt-generator', {
      body: { idea: 'a quiz' },
      idempotencyKey: 'k',
      wire,
      isLast: () => false,
      onEvent: () => {
        throw new RangeError('ours')
      },
    })
    await expect(broken).rejects.toThrow('ours')
    expect(wire.sent).toHaveLength(1)
  })
})
