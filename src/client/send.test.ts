import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  brokenBody,
  delayed,
  errorReply,
  fakeTransport,
  jsonReply,
  noReply,
  noReplyNorAbort,
  offline,
  type Reply,
  textReply,
} from '#test/fakes/transport.ts'
import { defaultCallRules } from './call-rules.ts'
import { send } from './send.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts sending a request. Once `done` is true, `value` is its response or its error. */
function startSending(transport: ReturnType<typeof fakeTransport>, rules = defaultCallRules, signal?: AbortSignal) {
  const settled = { value: undefined as unknown, done: false }
  send(transport, '/api/footer', {}, rules, signal)
    .catch((error) => error)
    .then((value) => Object.assign(settled, { value, done: true }))
  return settled
}

/** Returns the response or the error of one request that isn't retried. */
async function outcomeOf(reply: Reply) {
  const settled = startSending(fakeTransport(reply), { ...defaultCallRules, networkRetries: 0 })
  await vi.runAllTimersAsync()
  return settled.value
}

describe('a response', () => {
  it('is the JSON of the body', async () => {
    expect(await outcomeOf(jsonReply({ copies: 3 }))).toEqual({ copies: 3 })
  })

  it('is undefined for a 204', async () => {
    expect(await outcomeOf(textReply(null, 204))).toBeUndefined()
  })

  it('that is not JSON fails with a message that says so', async () => {
    for (const text of ['<html>', '', '{"a":']) {
      expect(await outcomeOf(textReply(text))).toMatchObject({
        status: 200,
        code: 'invalid_json',
        message: 'Invalid JSON response from server',
      })
    }
  })
})

describe('an error', () => {
  it('has all fields of the error body', async () => {
    const body = { error: 'Check the fields.', code: 'validation_failed', requestId: 'r-7', fields: { q: 'Too long.' } }
    expect(await outcomeOf(jsonReply(body, 400))).toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'validation_failed',
      message: 'Check the fields.',
      requestId: 'r-7',
      fields: { q: 'Too long.' },
    })
  })

  it('has the credit balance, and the seconds of Retry-After', async () => {
    expect(
      await outcomeOf(jsonReply({ error: 'Short.', code: 'insufficient_credits', credits: 2 }, 402)),
    ).toMatchObject({
      credits: 2,
    })
    expect(await outcomeOf(errorReply(429, 'rate_limited', 'Later.', { 'retry-after': '30' }))).toMatchObject({
      retryAfter: 30,
    })
  })

  it('names the status if the body has no message', async () => {
    for (const text of ['<h1>Bad gateway</h1>', '', 'null', '[]', '{"error":""}']) {
      expect(await outcomeOf(textReply(text, 502))).toMatchObject({
        status: 502,
        code: 'request_failed',
        message: 'Request failed with status 502',
      })
    }
  })
})

describe('the timeout', () => {
  it('makes a request fail after 10 s with 408 "Request timed out", without a retry', async () => {
    const transport = fakeTransport(noReply)
    const settled = startSending(transport)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled.done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(settled.value).toMatchObject({
      name: 'ApiError',
      status: 408,
      code: 'timeout',
      message: 'Request timed out',
    })
    expect(transport.sent[0]?.signal.aborted).toBe(true)
    await vi.runAllTimersAsync()
    expect(transport.sent).toHaveLength(1)
  })

  it('also works for a handler in the same process that ignores the signal', async () => {
    const settled = startSending(fakeTransport(noReplyNorAbort))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(settled.value).toMatchObject({ status: 408 })
  })

  it('applies to the body, not only to the headers', async () => {
    const slowBody: Reply = ({ signal }) =>
      new Response(
        new ReadableStream({ start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)) }),
      )
    const settled = startSending(fakeTransport(slowBody))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(settled.value).toMatchObject({ status: 408 })
  })

  it('leaves no timer running after a response', async () => {
    const settled = startSending(fakeTransport(jsonReply({})))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled.done).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a network error', () => {
  it('is retried once, after 1 s', async () => {
    const transport = fakeTransport(offline, jsonReply({ ok: true }))
    const settled = startSending(transport)
    await vi.advanceTimersByTimeAsync(999)
    expect(transport.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(transport.sent).toHaveLength(2)
    expect(settled.value).toEqual({ ok: true })
  })

  it('is final the second time, and marked as retried', async () => {
    const transport = fakeTransport(offline)
    const settled = startSending(transport)
    await vi.runAllTimersAsync()
    expect(transport.sent).toHaveLength(2)
    expect(settled.value).toMatchObject({ status: 0, code: 'network_error', retried: true })
  })

  it('is also retried if it interrupts a response', async () => {
    const settled = startSending(fakeTransport(brokenBody, jsonReply({ ok: true })))
    await vi.runAllTimersAsync()
    expect(settled.value).toEqual({ ok: true })
  })

  it('is the only failure that is retried', async () => {
    for (const status of [400, 401, 404, 429, 500, 503]) {
      const transport = fakeTransport(errorReply(status, 'some_code'))
      startSending(transport)
      await vi.runAllTimersAsync()
      expect(transport.sent).toHaveLength(1)
    }
  })
})

describe('an abort by the caller', () => {
  it('cancels the request, which rejects with the reason of the abort', async () => {
    const transport = fakeTransport(noReply)
    const caller = new AbortController()
    const settled = startSending(transport, defaultCallRules, caller.signal)
    await vi.advanceTimersByTimeAsync(0)
    caller.abort(new Error('left the page'))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled.value).toMatchObject({ message: 'left the page' })
    expect(transport.sent[0]?.signal.aborted).toBe(true)
  })

  it('before a retry prevents the retry', async () => {
    const transport = fakeTransport(offline)
    const caller = new AbortController()
    const settled = startSending(transport, defaultCallRules, caller.signal)
    await vi.advanceTimersByTimeAsync(500)
    caller.abort(new Error('left the page'))
    await vi.runAllTimersAsync()
    expect(settled.value).toMatchObject({ message: 'left the page' })
    expect(transport.sent).toHaveLength(1)
  })

  it('leaves no unhandled rejection if the request fails afterwards', async () => {
    const caller = new AbortController()
    const settled = startSending(fakeTransport(delayed(50, offline)), defaultCallRules, caller.signal)
    caller.abort(new Error('left the page'))
    await vi.runAllTimersAsync()
    expect(settled.value).toMatchObject({ message: 'left the page' })
  })
})
