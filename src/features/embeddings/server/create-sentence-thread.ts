import { Worker } from 'node:worker_threads'
import type { Answer, EncodedSentence, Question } from './sentence-thread-messages.ts'

/** A thread with the sentence model. Questions are answered in order, the first one after the model has loaded. */
export type SentenceThread = {
  /** How many questions wait for their answers. */
  readonly waiting: number
  /** Adds vectors by their ids. `signs`: their sign bits, one vector after the other. */
  add(ids: string[], signs: Uint8Array): Promise<void>
  /** The vector of a text, and the ids of up to `limit` vectors near it. */
  encode(text: string, limit: number): Promise<EncodedSentence>
  stop(): Promise<void>
}

/** Starts the thread. `onEnd`: called when the thread ends; pending questions fail. */
export function createSentenceThread(onEnd: (error: Error) => void): SentenceThread {
  const worker = new Worker(new URL('./sentence-thread.ts', import.meta.url))
  const pendingQuestions = new Map<number, { resolve(answer: Answer['answer']): void; reject(error: Error): void }>()
  let lastNumber = 0
  let endError: Error | undefined
  const end = (error: Error) => {
    endError ??= error
    for (const { reject } of pendingQuestions.values()) reject(error)
    pendingQuestions.clear()
    onEnd(error)
  }
  worker.unref()
  worker.on('message', ({ number, answer }: Answer) => {
    pendingQuestions.get(number)?.resolve(answer)
    pendingQuestions.delete(number)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread with the sentence model ended.')))

  function ask(question: Question): Promise<Answer['answer']> {
    return new Promise((resolve, reject) => {
      // A thread that has ended accepts messages, but never answers.
      if (endError) return reject(endError)
      const number = ++lastNumber
      pendingQuestions.set(number, { resolve, reject })
      worker.postMessage({ number, question })
    })
  }

  return {
    get waiting() {
      return pendingQuestions.size
    },
    async add(ids, signs) {
      await ask({ kind: 'add', ids, signs })
    },
    async encode(text, limit) {
      return (await ask({ kind: 'encode', text, limit })) as EncodedSentence
    },
    async stop() {
      await worker.terminate()
    },
  }
}
