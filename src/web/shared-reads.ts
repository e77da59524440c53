import { untilAborted } from './send.ts'

type Read = { answer: Promise<unknown>; abort: AbortController; readers: number; keptUntil: number }

/** How a reader wants it: for how long the answer may be given again (ms), and whether a kept one will do. */
type ReadWish = { keepMs: number; fresh?: boolean; signal?: AbortSignal }

/**
 * Identical reads share one request in flight, and its answer until it is `keepMs` old. Failures are never kept.
 * A reader who aborts leaves alone; the request is cancelled when its last reader has left.
 */
export function createSharedReads() {
  const reads = new Map<string, Read>()

  function forget(key: string, read: Read) {
    if (reads.get(key) === read) reads.delete(key)
  }

  function forgetOld() {
    for (const [key, read] of reads) if (read.keptUntil <= Date.now()) reads.delete(key)
  }

  function start(key: string, keepMs: number, ask: (signal: AbortSignal) => Promise<unknown>): Read {
    const abort = new AbortController()
    const read: Read = { answer: ask(abort.signal), abort, readers: 0, keptUntil: Number.POSITIVE_INFINITY }
    reads.set(key, read)
    read.answer.then(
      () => {
        read.keptUntil = Date.now() + keepMs
      },
      () => forget(key, read),
    )
    return read
  }

  return {
    /** The answer for `key`: a shared one, or that of `ask`. */
    async read(key: string, { keepMs, fresh, signal }: ReadWish, ask: (signal: AbortSignal) => Promise<unknown>) {
      signal?.throwIfAborted()
      forgetOld()
      const read = (!fresh && reads.get(key)) || start(key, keepMs, ask)
      read.readers++
      try {
        return await untilAborted(read.answer, signal)
      } catch (error) {
        if (signal?.aborted && --read.readers === 0) {
          forget(key, read)
          read.abort.abort(signal.reason)
        }
        throw error
      }
    },

    /** From now on every read asks anew, also where a request is still in flight. */
    forgetAll() {
      reads.clear()
    },
  }
}
