import { Worker } from 'node:worker_threads'
import type { EncodedSentence, ThreadRequest, ThreadResponse } from './sentence-thread-messages.ts'

/** A worker thread with the sentence model. It handles requests in order, once it has loaded the model. */
export type SentenceThread = {
  /** How many requests are waiting for their results. */
  readonly waiting: number
  /** Adds prompts' vectors. `signs` has the sign bits (`signsOf`) of all vectors, one after the other. */
  add(ids: string[], signs: Uint8Array): Promise<void>
  /** Returns the vector of a text, and the ids of up to `limit` prompts whose vectors are near it. */
  encode(text: string, limit: number): Promise<EncodedSentence>
  stop(): Promise<void>
}

/** Starts the thread. When it ends, its pending requests are rejected and `onEnd` is called (twice after an error). */
export function createSentenceThread(onEnd: (error: Error) => void): SentenceThread {
  const worker = new Worker(new URL('./sentence-thread.ts', import.meta.url))
  const pendingRequests = new Map<
    number,
    { resolve(result: EncodedSentence | null): void; reject(error: Error): void }
  >()
  let lastNumber = 0
  let endError: Error | undefined
  const end = (error: Error) => {
    endError ??= error
    for (const { reject } of pendingRequests.values()) reject(error)
    pendingRequests.clear()
    onEnd(error)
  }
  worker.unref()
  worker.on('message', ({ number, result }: ThreadResponse) => {
    pendingRequests.get(number)?.resolve(result)
    pendingRequests.delete(number)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread with the sentence model ended.')))

  function send(request: ThreadRequest): Promise<EncodedSentence | null> {
    return new Promise((resolve, reject) => {
      // A thread that has ended still accepts messages, but never answers them.
      if (endError) return reject(endError)
      const number = ++lastNumber
      pendingRequests.set(number, { resolve, reject })
      worker.postMessage({ number, request })
    })
  }

  return {
    get waiting() {
      return pendingRequests.size
    },
    async add(ids, signs) {
      await send({ kind: 'add', ids, signs })
    },
    async encode(text, limit) {
      return (await send({ kind: 'encode', text, limit })) as EncodedSentence
    },
    async stop() {
      await worker.terminate()
    },
  }
}
