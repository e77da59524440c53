import { untilAborted } from './send.ts'

type Read = { response: Promise<unknown>; abort: AbortController; readers: number; expiresAt: number }

/** `reuseMs`: how long to reuse the response. `fresh`: don't use a cached response. */
type ReadOptions = { reuseMs: number; fresh?: boolean; signal?: AbortSignal }

/**
 * Identical reads share one request in flight, and its response until it is `reuseMs` old. Failures are never cached.
 * An abort affects only one reader; the request is canceled when its last reader aborts.
 */
export function createSharedReads() {
  const reads = new Map<string, Read>()

  function forget(key: string, read: Read) {
    if (reads.get(key) === read) reads.delete(key)
  }

  function forgetOld() {
    for (const [key, read] of reads) if (read.expiresAt <= Date.now()) reads.delete(key)
  }

  function start(key: string, reuseMs: number, request: (signal: AbortSignal) => Promise<unknown>): Read {
    const abort = new AbortController()
    const read: Read = { response: request(abort.signal), abort, readers: 0, expiresAt: Number.POSITIVE_INFINITY }
    reads.set(key, read)
    read.response.then(
      () => {
        read.expiresAt = Date.now() + reuseMs
      },
      () => forget(key, read),
    )
    return read
  }

  return {
    /** The response for `key`: a shared one, or the response of `request`. */
    async read(
      key: string,
      { reuseMs, fresh, signal }: ReadOptions,
      request: (signal: AbortSignal) => Promise<unknown>,
    ) {
      signal?.throwIfAborted()
      forgetOld()
      const read = (!fresh && reads.get(key)) || start(key, reuseMs, request)
      read.readers++
      try {
        return await untilAborted(read.response, signal)
      } catch (error) {
        if (signal?.aborted && --read.readers === 0) {
          forget(key, read)
          read.abort.abort(signal.reason)
        }
        throw error
      }
    },

    /** From now on, reads send new requests, even while old ones are in flight. */
    clear() {
      reads.clear()
    },
  }
}
