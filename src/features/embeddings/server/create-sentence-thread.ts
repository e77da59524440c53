import { Worker } from 'node:worker_threads'
import type { EncodedSentence, ThreadRequest, ThreadResponse } from './sentence-thread-messages.ts'

/** A thread with the sentence model. It handles requests in order, the first one after the model has loaded. */
export type SentenceThread = {
  /** How many requests wait for their results. */
  readonly waiting: number
  /** Adds vectors by their ids. `signs`: their sign bits, one vector after the other. */
  add(ids: string[], signs: Uint8Array): Promise<void>
  /** The vector of a text, and the ids of up to `limit` vectors near it. */
  encode(text: string, limit: number): Promise<EncodedSentence>
  stop(): Promise<void>
}

/** Starts the thread. `onEnd`: called when the thread has ended and its pending requests were rejected. */
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
      // A thread that has ended accepts messages, but never responds.
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
