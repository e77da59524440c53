import { parentPort } from 'node:worker_threads'
import { signsOf } from '../vector-rules.ts'
import { dimensions, loadSentenceModel } from './sentence-model.ts'
import type { Answer, Question } from './sentence-thread-messages.ts'
import { createSignIndex } from './sign-index.ts'

// The thread of create-sentence-search.ts: the model, and the sign bits of the prompts' vectors.
const encode = loadSentenceModel()
const index = createSignIndex(dimensions)

function answer(question: Question): Answer['answer'] {
  if (question.kind === 'add') {
    index.add(question.ids, question.signs)
    return null
  }
  const vector = encode(question.text)
  return { vector, nearest: question.limit === 0 ? [] : index.nearest(signsOf(vector), question.limit) }
}

parentPort?.on('message', ({ number, question }: { number: number; question: Question }) => {
  parentPort?.postMessage({ number, answer: answer(question) } satisfies Answer)
})
