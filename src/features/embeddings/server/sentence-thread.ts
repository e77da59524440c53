import { parentPort } from 'node:worker_threads'
import { signsOf } from '../vector-rules.ts'
import { dimensions, loadSentenceModel } from './sentence-model.ts'
import type { EncodedSentence, ThreadRequest, ThreadResponse } from './sentence-thread-messages.ts'
import { createSignIndex } from './sign-index.ts'

// This is the worker thread of `createSentenceThread`. It holds the model and the sign bits of all prompts' vectors.
const encode = loadSentenceModel()
const index = createSignIndex(dimensions)

function handle(request: ThreadRequest): EncodedSentence | null {
  if (request.kind === 'add') {
    index.add(request.ids, request.signs)
    return null
  }
  const vector = encode(request.text)
  return { vector, nearest: request.limit === 0 ? [] : index.nearest(signsOf(vector), request.limit) }
}

parentPort?.on('message', ({ number, request }: { number: number; request: ThreadRequest }) => {
  parentPort?.postMessage({ number, result: handle(request) } satisfies ThreadResponse)
})
