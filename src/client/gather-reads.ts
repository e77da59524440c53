import type { ErrorCode } from '#lib/http-contract.ts'
import type { Transport } from './send.ts'

/**
 * For how long no other read must have come, in ms, and how long a read waits at most for others. Both double with each
 * request, because what a page asks first is what its reader sees first. While a request is running, reads wait for it.
 */
const quietMs = 40
const waitMaxMs = 120
const doublingsMax = 4
/** How much longer than that, in ms, reads wait for a browser that is busy: more of its work may ask for something. */
const busyMaxMs = 500
/** How many reads come with one answer, and how many characters their addresses may have altogether. */
const readsMax = 20
const charactersMax = 4000

/** For how long, in ms, later reads wait for an answer. Reads that have none together by then are sent alone. */
const togetherMaxMs = 10_000

type Read = { path: string; init: RequestInit; settle: (response: Response | Promise<Response>) => void }
type Answers = Record<string, { status: number; body: unknown }>

/**
 * Wraps the transport of a member's browser. Reads that it sends at about the same time become one request,
 * `GET /api/user?with=…`, because a page asks for a dozen small things once it knows who reads it. `stop` ends that:
 * later, a slow answer would hold up what a page needs first. `signOut` also answers the reads that wait, without asking
 * the server, because nobody is signed in any more.
 */
export function gatherReads(transport: Transport): { send: Transport; stop: () => void; signOut: () => void } {
  let waiting: Read[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  let sendAt = 0
  let doublings = 0
  let isRunning = false
  let isStopped = false

  function stopWaiting() {
    clearTimeout(timer)
    // Safari can't say when it is idle.
    if (idle !== undefined) cancelIdleCallback(idle)
  }

  function limitWait() {
    sendAt = Date.now() + waitMaxMs * 2 ** doublings
  }

  function sendSoon() {
    stopWaiting()
    if (isRunning) return
    const sendWhenIdle = () => {
      if (!('requestIdleCallback' in globalThis)) return void sendWaiting()
      const timeout = Math.max(1, sendAt + busyMaxMs - Date.now())
      idle = requestIdleCallback(() => void sendWaiting(), { timeout })
    }
    timer = setTimeout(sendWhenIdle, Math.min(quietMs * 2 ** doublings, sendAt - Date.now()))
  }

  async function sendWaiting() {
    stopWaiting()
    const reads = waiting
    waiting = []
    isRunning = true
    doublings = Math.min(doublings + 1, doublingsMax)
    const [first] = reads
    if (reads.length > 1) await sendTogether(transport, reads)
    else if (first) await sendAlone(transport, first)
    isRunning = false
    if (waiting.length === 0) return
    // The answer may lead to more reads, which those that waited for it wait for too.
    limitWait()
    sendSoon()
  }

  return {
    send(path, init) {
      if (isStopped || init.method !== 'GET' || aloneIfRead.test(path)) return transport(path, init)
      const { promise, resolve } = Promise.withResolvers<Response>()
      const characters = waiting.reduce((sum, read) => sum + read.path.length, path.length)
      if (waiting.length === readsMax || characters > charactersMax) void sendWaiting()
      if (waiting.length === 0) limitWait()
      waiting.push({ path, init, settle: resolve })
      sendSoon()
      return promise
    },
    stop() {
      isStopped = true
      void sendWaiting()
    },
    signOut() {
      isStopped = true
      stopWaiting()
      for (const { settle } of waiting) settle(new Response(signedOut, { status: 401 }))
      waiting = []
    },
  }
}

/** Who is signed in, what the next click may need, and what is downloaded. */
const aloneIfRead = /^\/api\/(?:user|home|footer)(?:\?|$)|\/export(?:\?|$)/

const signedOut = JSON.stringify({ error: 'Signed out.', code: 'authentication_required' satisfies ErrorCode })

/** Sends a read, and waits for its answer: what it shows may ask for more, which comes together with what waits. */
async function sendAlone(transport: Transport, { path, init, settle }: Read): Promise<void> {
  const response = Promise.resolve(transport(path, init))
  settle(response)
  const waited = Promise.withResolvers<void>()
  const timer = setTimeout(waited.resolve, togetherMaxMs)
  await Promise.race([response.catch(() => undefined), waited.promise])
  clearTimeout(timer)
}

async function sendTogether(transport: Transport, reads: Read[]): Promise<void> {
  // Only what would end the value is encoded, which leaves the address short and readable.
  const addresses = reads.map(({ path }) => path.replace(/[%&#+]/g, encodeURIComponent)).join(',')
  try {
    // With a signal of its own: who no longer waits for one of the answers doesn't end the others.
    const signal = AbortSignal.timeout(togetherMaxMs)
    const response = await transport(`/api/user?with=${addresses}`, { ...reads[0]?.init, signal })
    if (!response.ok && response.status !== 401) throw new Error('The reads can’t come together.')
    const text = await response.text()
    const answers: Answers | undefined = response.ok ? JSON.parse(text).answers : undefined
    for (const { path, init, settle } of reads) {
      const { ok, status, headers } = response
      const answer = answers?.[path]
      if (answer) settle(new Response(JSON.stringify(answer.body), { status: answer.status }))
      // A redirect has no answer, and a process of an older version brings none.
      else settle(ok ? transport(path, init) : new Response(text, { status, headers }))
    }
  } catch {
    for (const { path, init, settle } of reads) settle(transport(path, init))
  }
}
