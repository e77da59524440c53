import { untilAborted } from './send.ts'

type Read = { response: Promise<unknown>; abort: AbortController; readers: number; expiresAt: number }

/** `reuseMs`: how long the response may be reused. `fresh`: sends a new request even if there is one to share. */
type ReadOptions = { reuseMs: number; fresh?: boolean; signal?: AbortSignal }

/**
 * Creates a cache in which identical reads share one request while it is running, and then its response until that is
 * `reuseMs` old. A failure is never reused. An abort affects only the reader that aborts; the request is canceled once
 * all its readers have aborted.
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
    /** Returns the response for `key`, either a shared one or that of `request`. */
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

    /** Makes later reads send new requests, even while earlier requests are still running. */
    clear() {
      reads.clear()
    },
  }
}
