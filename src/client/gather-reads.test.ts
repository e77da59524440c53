import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatherReads } from './gather-reads.ts'

const get = { method: 'GET', headers: { accept: 'application/json' } }

/** A transport that answers like the server. `sent`: the addresses of its requests. */
function createServer(answerOf: (address: string) => { status: number; body: unknown }) {
  const sent: string[] = []
  const transport = async (path: string) => {
    sent.push(decodeURIComponent(path))
    const addresses = new URL(path, 'http://site').searchParams.get('with')?.split(',')
    if (!addresses) {
      const { status, body } = answerOf(path)
      return new Response(JSON.stringify(body), { status })
    }
    const { status, body } = answerOf('/api/user')
    if (status !== 200) return new Response(JSON.stringify(body), { status })
    const answers = Object.fromEntries(addresses.map((address) => [address, answerOf(address)]))
    return new Response(JSON.stringify({ ...Object(body), answers }), { status })
  }
  return { sent, transport }
}

const echo = (address: string) => ({ status: 200, body: { address } })
const bodiesOf = (responses: Response[]) => Promise.all(responses.map((response) => response.json()))

/** Sends a read that the server answers only when `answer` is resolved. `sent` has the requests that follow it. */
async function sendUnanswered() {
  const { sent, transport } = createServer(echo)
  const answer = Promise.withResolvers<Response>()
  const { send } = gatherReads((path) => (path === '/api/prompts/newest' ? answer.promise : transport(path)))
  const newest = Promise.resolve(send('/api/prompts/newest', get))
  await vi.advanceTimersByTimeAsync(100)
  return { sent, send, newest, answer }
}

describe('reads that a member’s page sends at the same time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('are one request, and each gets its own answer', async () => {
    const { sent, transport } = createServer((address) =>
      address === '/api/webhooks' ? { status: 403, body: { error: 'Not yours.' } } : echo(address),
    )
    const { send } = gatherReads(transport)
    const reads = ['/api/favorites?limit=1', '/api/votes?promptIds=a%2Cb', '/api/webhooks'].map((path) =>
      send(path, get),
    )
    await vi.runAllTimersAsync()
    const responses = await Promise.all(reads)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 403])
    expect(await bodiesOf(responses)).toEqual([
      { address: '/api/favorites?limit=1' },
      { address: '/api/votes?promptIds=a%2Cb' },
      { error: 'Not yours.' },
    ])
    expect(sent).toHaveLength(1)
  })

  it('wait until the browser is idle, because its work may lead to more of them', async () => {
    const { sent, transport } = createServer(echo)
    const idle: { run: () => void; timeout: number }[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: { timeout: number }) =>
      idle.push({ run, timeout }),
    )
    vi.stubGlobal('cancelIdleCallback', (id: number) => void idle.splice(id - 1, 1))
    const { send } = gatherReads(transport)
    const votes = send('/api/votes?promptIds=a', get)
    await vi.advanceTimersByTimeAsync(200)
    const favorites = send('/api/favorites', get)
    expect(idle).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toEqual([])
    expect(idle.map(({ timeout }) => timeout)).toEqual([420])
    for (const { run } of idle) run()
    await vi.runAllTimersAsync()
    await Promise.all([votes, favorites])
    expect(sent).toEqual(['/api/user?with=/api/votes?promptIds=a,/api/favorites'])
  })

  it('wait at most 620 ms for a browser that is never idle, whatever comes in the meantime', async () => {
    const { sent, transport } = createServer(echo)
    vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: { timeout: number }) =>
      setTimeout(run, timeout),
    )
    vi.stubGlobal('cancelIdleCallback', clearTimeout)
    const { send } = gatherReads(transport)
    for (let n = 0; n < 7; n++) {
      void send(`/api/favorites?limit=${n}`, get)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(sent).toHaveLength(1)
  })

  it('are sent alone if there is only one, if they write, or if they ask who is signed in', async () => {
    const { sent, transport } = createServer(echo)
    const { send } = gatherReads(transport)
    const reads = [
      send('/api/favorites', get),
      ...['/api/user?_t=1', '/api/home', '/api/user/export'].map((path) => send(path, get)),
      send('/api/votes', { ...get, method: 'POST' }),
    ]
    await vi.runAllTimersAsync()
    await Promise.all(reads)
    expect(sent.toSorted()).toEqual([
      ...['/api/favorites', '/api/home', '/api/user/export', '/api/user?_t=1', '/api/votes'],
    ])
  })

  it('wait for the answer to one that was sent alone, and are one request with what it leads to', async () => {
    const { sent, send, newest, answer } = await sendUnanswered()
    const votes = send('/api/votes?promptIds=a', get)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toEqual([])
    answer.resolve(new Response('{}'))
    const later = newest.then(() => send('/api/votes?promptIds=b', get))
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all([votes, later])
    expect(sent).toHaveLength(1)
  })

  it('that waited long for an answer still wait for what the page asks for once it has shown it', async () => {
    const { sent, send, newest, answer } = await sendUnanswered()
    const drafts = send('/api/user/prompts?status=draft', get)
    await vi.advanceTimersByTimeAsync(2_000)
    answer.resolve(new Response('{}'))
    await newest
    await vi.advanceTimersByTimeAsync(30)
    const votes = send('/api/votes?promptIds=a', get)
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all([drafts, votes])
    expect(sent).toEqual(['/api/user?with=/api/user/prompts?status=draft,/api/votes?promptIds=a'])
  })

  it('wait at most ten seconds for one that hangs', async () => {
    const { sent, transport } = createServer(echo)
    const { send } = gatherReads((path) => (path === '/api/hangs' ? new Promise(() => {}) : transport(path)))
    void send('/api/hangs', get)
    await vi.advanceTimersByTimeAsync(100)
    const later = [send('/api/favorites', get), send('/api/votes', get)]
    await vi.advanceTimersByTimeAsync(11_000)
    await Promise.all(later)
    expect(sent).toHaveLength(1)
  })

  it('all fail if nobody is signed in any more', async () => {
    const error = { error: 'Sign in.', code: 'authentication_required' }
    const { sent, transport } = createServer(() => ({ status: 401, body: error }))
    const { send } = gatherReads(transport)
    const reads = [send('/api/favorites', get), send('/api/follows', get)]
    await vi.runAllTimersAsync()
    const responses = await Promise.all(reads)
    expect(responses.map(({ status }) => status)).toEqual([401, 401])
    expect(await bodiesOf(responses)).toEqual([error, error])
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['the server refuses that', async () => new Response('{}', { status: 400 })],
    ['the server fails', async () => new Response('{}', { status: 500 })],
    ['the server is older than the page', async () => new Response('{"id":"x"}')],
    ['the network fails', () => Promise.reject(new TypeError('fetch failed'))],
  ])('are sent one by one if %s', async (_, refuse) => {
    const { sent, transport } = createServer(echo)
    const { send } = gatherReads(async (path) => (path.startsWith('/api/user') ? refuse() : transport(path)))
    const reads = [send('/api/favorites', get), send('/api/follows', get)]
    await vi.runAllTimersAsync()
    await Promise.all(reads)
    expect(sent).toEqual(['/api/favorites', '/api/follows'])
  })

  it('are several requests if their addresses are long', async () => {
    const { sent, transport } = createServer(echo)
    const { send } = gatherReads(transport)
    const reads = Array.from({ length: 4 }, (_, n) => send(`/api/votes?promptIds=${n}${'a'.repeat(1500)}`, get))
    await vi.runAllTimersAsync()
    await Promise.all(reads)
    expect(sent).toHaveLength(2)
  })

  it('aren’t sent any more once the member has signed out', async () => {
    const { sent, transport } = createServer(echo)
    const { send, signOut } = gatherReads(transport)
    const reads = [send('/api/favorites', get), send('/api/follows', get)]
    signOut()
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([401, 401])
    await vi.runAllTimersAsync()
    expect(sent).toEqual([])
  })

  it('aren’t gathered after the reader has opened another page', async () => {
    const { sent, transport } = createServer(echo)
    const { send, stop } = gatherReads(transport)
    const reads = [send('/api/favorites', get), send('/api/follows', get)]
    stop()
    reads.push(send('/api/votes', get), send('/api/webhooks', get))
    await Promise.all(reads)
    expect(sent).toHaveLength(3)
  })
})
