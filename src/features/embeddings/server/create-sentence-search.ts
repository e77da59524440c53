import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/db.ts'
import { createSentenceThread, type SentenceThread } from './create-sentence-thread.ts'
import { embedSome } from './embed-prompts.ts'
import { isAnyWaiting, mostSimilar, readSigns } from './embedding-queries.ts'

/** `auto`: only where enough memory is free when the model is needed. */
export type SentenceSearchMode = 'auto' | 'on' | 'off'

/**
 * The prompts whose texts mean what a search means, and how nearly, as cosines: 0.3 for
 * texts with little in common.
 */
export type FindSimilar = (term: string) => Promise<ReadonlyMap<string, number>>

export type SentenceSearch = {
  /** Finds none while the model loads, and where it isn't used: words decide then. */
  findSimilar: FindSimilar
  /** Loads the model, if it may be used. Searches do so by themselves. */
  start(): Promise<void>
  /** Computes the vectors of all prompts that wait for theirs. Returns their number. */
  embedWaiting(): Promise<number>
  close(): Promise<void>
}

/** The thread takes some 70 MB, and 110 MB with 100,000 prompts. */
const freeMemoryMin = 512 * 1024 * 1024
/** Without a search for so long, in ms, the model leaves the memory. */
const idleMs = 10 * 60_000
/** After a failure the model isn't tried again for so long, in ms. */
const brokenMs = 60_000
/** How old what the thread knows of other processes' vectors may get, in ms. */
const refreshMs = 10_000
/** A search doesn't wait for the model behind more searches than this. */
const waitingMax = 8
/** Signs are rough: of so many near ones, the nearest by their vectors count. */
const candidates = 300
const similarMax = 50

const none: ReadonlyMap<string, number> = new Map()

/** `freeMemory`: in bytes. `answerMs`: how long a search waits for the model at most, in ms. */
type Conditions = { freeMemory?: () => number; answerMs?: number }
type Log = { warn(fields: object, message: string): void }
type Running = { thread: SentenceThread; place: string; refreshedAt: number; isReady: boolean; ready: Promise<void> }

/** Searching by meaning, with a thread that starts with the first search and ends when nobody searches. */
export function createSentenceSearch(
  db: Db,
  log: Log,
  mode: SentenceSearchMode,
  { freeMemory = () => process.availableMemory(), answerMs = 250 }: Conditions = {},
): SentenceSearch {
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let isSearched = false
  let retryAt = 0
  let isClosed = false

  /** The thread, ready or not; null where it may not run. */
  function use(): Running | null {
    if (mode === 'off' || isClosed) return null
    if (running) return running
    if (Date.now() < retryAt || (mode === 'auto' && freeMemory() < freeMemoryMin)) return null
    const thread = createSentenceThread((error) => fail(started, error))
    const started: Running = { thread, place: '0', refreshedAt: 0, isReady: false, ready: Promise.resolve() }
    running = started
    started.ready = refresh(started).then(() => {
      started.isReady = true
    })
    started.ready.catch((error) => fail(started, error))
    return started
  }

  function fail(started: Running, error: Error): void {
    if (running !== started) return
    retryAt = Date.now() + brokenMs
    log.warn({ error: error.message }, 'searching by meaning failed, so words alone decide for a minute')
    void end()
  }

  async function end(): Promise<void> {
    const ended = running
    running = undefined
    isSearched = false
    clearTimeout(idle)
    await ended?.thread.stop()
  }

  /** Tells the thread of vectors that were stored since the last time. Its first answer comes when the model is loaded. */
  async function refresh(started: Running): Promise<void> {
    started.refreshedAt = Date.now()
    for (;;) {
      const news = await readSigns(db, started.place)
      await started.thread.add(news?.ids ?? [], news?.signs ?? new Uint8Array())
      if (!news) return
      started.place = news.place
    }
  }

  async function encodeSlowly(thread: SentenceThread, text: string): Promise<Float32Array> {
    const before = performance.now()
    const { vector } = await thread.encode(text, 0)
    // As long again for others: searches go through the same thread, and the processor has more to do.
    await pause(performance.now() - before)
    return vector
  }

  return {
    async findSimilar(term) {
      const started = use()
      if (!started) return none
      isSearched = true
      clearTimeout(idle)
      idle = setTimeout(() => void end(), idleMs).unref()
      if (!started.isReady || started.thread.waiting >= waitingMax) return none
      if (Date.now() - started.refreshedAt > refreshMs) refresh(started).catch((error) => fail(started, error))
      // If the thread ends meanwhile, `fail` has logged it.
      const encoded = started.thread.encode(term, candidates).catch(() => null)
      const found = await Promise.race([encoded, pause(answerMs, null, { ref: false })])
      return found ? mostSimilar(db, found.vector, found.nearest, similarMax) : none
    },
    async start() {
      await use()?.ready
    },
    async embedWaiting() {
      let embedded = 0
      while (mode !== 'off' && (await isAnyWaiting(db))) {
        const started = use()
        if (!started) break
        // Not within the transaction, since it takes a connection too.
        await started.ready
        const some = await embedSome(db, (text) => encodeSlowly(started.thread, text))
        if (some === 0) break
        embedded += some
      }
      if (running && embedded > 0) await refresh(running)
      if (!isSearched) await end()
      return embedded
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
