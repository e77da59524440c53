import { expect, it } from 'vitest'
import { createSentenceThread } from './create-sentence-thread.ts'

it('a request fails if the thread has ended or ends before it responds', async () => {
  const thread = createSentenceThread(() => undefined)
  const before = thread.encode('sent before the end', 1)
  const rejection = expect(before).rejects.toThrow('ended')
  await thread.stop()
  await rejection
  await expect(thread.encode('sent after the end', 1)).rejects.toThrow('ended')
  expect(thread.waiting).toBe(0)
})
