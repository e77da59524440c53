import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import { createSentenceThread, type SentenceThread } from './create-sentence-thread.ts'
import { embedWaiting } from './embed-prompts.ts'
import { findMostSimilar, hasWaitingPrompt, readSigns } from './embedding-queries.ts'

/** `auto` uses the model only if enough memory is free when the process first needs it. */
export type SentenceSearchMode = 'auto' | 'on' | 'off'

/**
 * Prompts that are similar in meaning to a search term: their ids, each with its similarity as a cosine, which is about
 * 0.3 for texts with little in common. `isComplete` is false if the model couldn't be asked, so that there may be others.
 */
export type SimilarPrompts = { similarities: ReadonlyMap<string, number>; isComplete: boolean }
export type FindSimilar = (term: string) => Promise<SimilarPrompts>

export type SentenceSearch = {
  /**
   * Finds nothing, and is incomplete, if the model has too many requests, is still loading or has failed. The search then
   * compares only words. Where the model isn't allowed to run, all searches do, and that is complete.
   */
  findSimilar: FindSimilar
  /** Loads the model if it is allowed to run. A search also loads it. */
  start(): Promise<void>
  /**
   * Computes the vectors of prompts that have none yet, and returns how many. Does nothing if the model isn't allowed
   * to run. Throws an Error at the end if vectors couldn't be computed.
   */
  embedWaitingPrompts(): Promise<number>
  close(): Promise<void>
}

/** The free memory that `auto` requires, in bytes. The thread takes about 70 MB, or 110 MB with 100,000 prompts. */
const freeMemoryMin = 512 * 1024 * 1024
/** How long the thread keeps running after its last search, in ms. */
const idleMs = 10 * 60_000
/** How long to wait after a failure before the thread may start again, in ms. */
const retryMs = 60_000
/** How much time passes before a search sends the thread the vectors that other processes stored, in ms. */
const refreshMs = 10_000
/** If this many requests are in the queue, a search doesn't ask the model. */
const waitingMax = 8
/** How many prompts are preselected by the sign bits of their vectors (`signsOf`). The complete vectors then decide. */
const candidatesMax = 300
/** The maximum number of similar prompts that a search gets. */
const similarMax = 50

const wordsOnly: SimilarPrompts = { similarities: new Map(), isComplete: true }
const withoutModel: SimilarPrompts = { similarities: new Map(), isComplete: false }

/**
 * How long a search waits while the model is loading, and for the loaded model, in ms. An answer takes about 10 ms, even
 * behind others or on a busy machine much less than the limit, which ends searches if the thread hangs.
 */
const defaultWaits = { loading: 1_000, answer: 10_000 }

/** `freeMemory` returns bytes. `createThread` starts the thread with the model. */
type Conditions = {
  freeMemory?: () => number
  waits?: typeof defaultWaits
  createThread?: typeof createSentenceThread
}
type RunningThread = {
  thread: SentenceThread
  /** The place (`prompt_embeddings.place`) of the last vector that the thread has. */
  place: string
  refreshedAt: number
  isReady: boolean
  ready: Promise<void>
  /** How many searches are waiting until the thread is ready. */
  earlySearches: number
}

/** Creates the search by meaning. Its thread starts when first needed, and ends after `idleMs` without a search. */
export function createSentenceSearch(
  db: Db,
  log: Pick<Log, 'warn'>,
  mode: SentenceSearchMode,
  {
    freeMemory = () => process.availableMemory(),
    waits = defaultWaits,
    createThread = createSentenceThread,
  }: Conditions = {},
): SentenceSearch {
  let runningThread: RunningThread | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let hasSearched = false
  let retryAt = 0
  let isClosed = false
  let hasEnoughMemory: boolean | undefined

  /** Whether the model may run. This doesn't change later, so that a search finds the same however busy the machine is. */
  function isAllowed(): boolean {
    if (mode !== 'auto') return mode === 'on'
    hasEnoughMemory ??= freeMemory() >= freeMemoryMin
    return hasEnoughMemory
  }

  /**
   * Starts the thread if it isn't running, and returns it, though it may still be loading. Returns null if it isn't
   * allowed to run.
   */
  function ensureRunning(): RunningThread | null {
    if (isClosed || !isAllowed()) return null
    if (runningThread) return runningThread
    if (Date.now() < retryAt) return null
    const thread = createThread((error) => fail(current, error))
    const current: RunningThread = {
      thread,
      place: '0',
      refreshedAt: 0,
      isReady: false,
      ready: Promise.resolve(),
      earlySearches: 0,
    }
    runningThread = current
    current.ready = refresh(current).then(() => {
      current.isReady = true
    })
    current.ready.catch((error) => fail(current, error))
    return current
  }

  function fail(current: RunningThread, error: Error): void {
    if (runningThread !== current) return
    retryAt = Date.now() + retryMs
    log.warn({ error: error.message }, 'search by meaning failed: searches compare only words for a minute')
    void end()
  }

  async function end(): Promise<void> {
    const endingThread = runningThread
    runningThread = undefined
    hasSearched = false
    clearTimeout(idleTimer)
    await endingThread?.thread.stop()
  }

  /** Sends the thread the sign bits of vectors stored since the last call. It adds them once the model is loaded. */
  async function refresh(current: RunningThread): Promise<void> {
    current.refreshedAt = Date.now()
    for (;;) {
      const page = await readSigns(db, current.place)
      await current.thread.add(page?.ids ?? [], page?.signs ?? new Uint8Array())
      if (!page) return
      current.place = page.place
    }
  }

  async function encodeWhenReady(current: RunningThread, term: string) {
    if (!current.isReady) {
      current.earlySearches++
      await current.ready.finally(() => current.earlySearches--)
    }
    return current.thread.encode(term, candidatesMax)
  }

  async function encodeSlowly(thread: SentenceThread, text: string): Promise<Float32Array> {
    const before = performance.now()
    const { vector } = await thread.encode(text, 0)
    // Pauses for as long as the encoding took, because searches use the same thread and processor.
    await pause(performance.now() - before)
    return vector
  }

  return {
    async findSimilar(term) {
      if (!isAllowed()) return wordsOnly
      const current = ensureRunning()
      if (!current) return withoutModel
      hasSearched = true
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => void end(), idleMs).unref()
      if (current.thread.waiting + current.earlySearches >= waitingMax) return withoutModel
      if (current.isReady && Date.now() - current.refreshedAt > refreshMs)
        refresh(current).catch((error) => fail(current, error))
      const timeoutMs = current.isReady ? waits.answer : waits.loading
      // If the thread ends in the meantime, `fail` logs the error.
      const encoded = encodeWhenReady(current, term).catch(() => null)
      const result = await Promise.race([encoded, pause(timeoutMs, null, { ref: false })])
      if (!result) return withoutModel
      return {
        similarities: await findMostSimilar(db, result.vector, result.nearest, similarMax),
        isComplete: true,
      }
    },
    async start() {
      await ensureRunning()?.ready
    },
    async embedWaitingPrompts() {
      if (mode === 'off' || !(await hasWaitingPrompt(db))) return 0
      const current = ensureRunning()
      if (!current) return 0
      try {
        await current.ready
        const embedded = await embedWaiting(db, (text) => encodeSlowly(current.thread, text))
        if (runningThread && embedded > 0) await refresh(runningThread)
        return embedded
      } finally {
        // If no search needs the thread, it was started only to compute vectors.
        if (!hasSearched) await end()
      }
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
