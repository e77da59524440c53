import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type Progress, readAnswer } from './read-answer.ts'
import type { Part } from './upstream.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('reading an answer of very many parts leaves nothing of them in memory', async () => {
  let addedBytes = 0
  async function* parts(): AsyncGenerator<Part> {
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let sent = 0; sent < 100_000; sent++) yield { kind: 'activity' }
    collectGarbage()
    addedBytes = process.memoryUsage().heapUsed - before
    yield { kind: 'end', reason: 'stop', usage: { input: 1, output: 1 }, version: null }
  }
  const listeners = { signal: new AbortController().signal, onActivity: () => undefined, onText: () => undefined }
  expect(await readAnswer(parts(), {} as Progress, listeners)).toBe('stop')
  expect(addedBytes).toBeLessThan(5_000_000)
})
