import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  breaksOff,
  deafSilence,
  fakeWire,
  gives,
  givesText,
  late,
  offline,
  type Reply,
  refuses,
  silence,
} from '#test/fakes/wire.ts'
import { callRules } from './call-rules.ts'
import { send } from './send.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends one request and returns its response or error. */
function outcome(wire: ReturnType<typeof fakeWire>, rules = callRules, signal?: AbortSignal) {
  const settled = { value: undefined as unknown, done: false }
  send(wire, '/api/footer', {}, rules, signal)
    .catch((error) => error)
    .then((value) => Object.assign(settled, { value, done: true }))
  return settled
}

async function outcomeOf(reply: Reply) {
  const settled = outcome(fakeWire(reply), { ...callRules, networkRetries: 0 })
  await vi.runAllTimersAsync()
  return settled.value
}

describe('a response', () => {
  it('is the JSON of the body', async () => {
    expect(await outcomeOf(gives({ copies: 3 }))).toEqual({ copies: 3 })
  })

  it('is undefined for a 204', async () => {
    expect(await outcomeOf(givesText(null, 204))).toBeUndefined()
  })

  it('fails with its own message if it is not JSON', async () => {
    for (const text of ['<html>', '', '{"a":']) {
      expect(await outcomeOf(givesText(text))).toMatchObject({
        status: 200,
        code: 'invalid_json',
        message: 'Invalid JSON response from server',
      })
    }
  })
})

describe('a failure', () => {
  it('has all fields of the error body', async () => {
    const body = { error: 'Check the fields.', code: 'validation_failed', requestId: 'r-7', fields: { q: 'Too long.' } }
    expect(await outcomeOf(gives(body, 400))).toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'validation_failed',
      message: 'Check the fields.',
      requestId: 'r-7',
      fields: { q: 'Too long.' },
    })
  })

  it('has the balance of a credit call, and the seconds of Retry-After', async () => {
    expect(await outcomeOf(gives({ error: 'Short.', code: 'insufficient_credits', credits: 2 }, 402))).toMatchObject({
      credits: 2,
    })
    expect(await outcomeOf(refuses(429, 'rate_limited', 'Later.', { 'retry-after': '30' }))).toMatchObject({
      retryAfter: 30,
    })
  })

  it('names the status if the body has no message', async () => {
    for (const text of ['<h1>Bad gateway</h1>', '', 'null', '[]', '{"error":""}']) {
      expect(await outcomeOf(givesText(text, 502))).toMatchObject({
        status: 502,
        code: 'request_failed',
        message: 'Request failed with status 502',
      })
    }
  })
})

describe('the timeout', () => {
  it('fails after 10 s with 408 "Request timed out", without a retry', async () => {
    const wire = fakeWire(silence)
    const settled = outcome(wire)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled.done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(settled.value).toMatchObject({
      name: 'ApiError',
      status: 408,
      code: 'timeout',
      message: 'Request timed out',
    })
    expect(wire.sent[0]?.signal.aborted).toBe(true)
    await vi.runAllTimersAsync()
    expect(wire.sent).toHaveLength(1)
  })

  it('also ends a handler in the same process that ignores the signal', async () => {
    const settled = outcome(fakeWire(deafSilence))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(settled.value).toMatchObject({ status: 408 })
  })

  it('covers the body, not only the headers', async () => {
    const slowBody: Reply = ({ signal }) =>
      new Response(
        new ReadableStream({ start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)) }),
      )
    const settled = outcome(fakeWire(slowBody))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(settled.value).toMatchObject({ status: 408 })
  })

  it('leaves no timer running after a response', async () => {
    const settled = outcome(fakeWire(gives({})))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled.done).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a network error', () => {
  it('is retried once, after 1 s', async () => {
    const wire = fakeWire(offline, gives({ ok: true }))
    const settled = outcome(wire)
    await vi.advanceTimersByTimeAsync(999)
    expect(wire.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(wire.sent).toHaveLength(2)
    expect(settled.value).toEqual({ ok: true })
  })

  it('is final the second time, and marked as retried', async () => {
    const wire = fakeWire(offline)
    const settled = outcome(wire)
    await vi.runAllTimersAsync()
    expect(wire.sent).toHaveLength(2)
    expect(settled.value).toMatchObject({ status: 0, code: 'network_error', retried: true })
  })

  it('is also a response that breaks off', async () => {
    const settled = outcome(fakeWire(breaksOff, gives({ ok: true })))
    await vi.runAllTimersAsync()
    expect(settled.value).toEqual({ ok: true })
  })

  it('is the only failure that is retried', async () => {
    for (const status of [400, 401, 404, 429, 500, 503]) {
      const wire = fakeWire(refuses(status, 'some_code'))
      outcome(wire)
      await vi.runAllTimersAsync()
      expect(wire.sent).toHaveLength(1)
    }
  })
})

describe('a caller who aborts', () => {
  it('gets the reason of the abort, and the request is cancelled', async () => {
    const wire = fakeWire(silence)
    const caller = new AbortController()
    const settled = outcome(wire, callRules, caller.signal)
    await vi.advanceTimersByTimeAsync(0)
    caller.abort(new Error('left the page'))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled.value).toMatchObject({ message: 'left the page' })
    expect(wire.sent[0]?.signal.aborted).toBe(true)
  })

  it('while the retry waits, stops it', async () => {
    const wire = fakeWire(offline)
    const caller = new AbortController()
    const settled = outcome(wire, callRules, caller.signal)
    await vi.advanceTimersByTimeAsync(500)
    caller.abort(new Error('left the page'))
    await vi.runAllTimersAsync()
    expect(settled.value).toMatchObject({ message: 'left the page' })
    expect(wire.sent).toHaveLength(1)
  })

  it('of a slow response that then fails leaves no unhandled rejection', async () => {
    const caller = new AbortController()
    const settled = outcome(fakeWire(late(50, offline)), callRules, caller.signal)
    caller.abort(new Error('left the page'))
    await vi.runAllTimersAsync()
    expect(settled.value).toMatchObject({ message: 'left the page' })
  })
})
