import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/**
 * Creates a batcher of texts. A text's key is its first letter. A batch runs until the test calls `succeed` or `fail`.
 */
function createSetup(concurrency?: number) {
  const batches: { items: string[]; succeed: () => void; fail: () => void }[] = []
  const run = (items: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) =>
      batches.push({
        items,
        succeed: () => resolve(new Map(items.map((item) => [item.charAt(0), `result of ${item}`]))),
        fail: () => reject(new Error(`failed: ${items}`)),
      }),
    )
  const batched = createBatcher({ keyOf: (item: string) => item.charAt(0), run, max: 3, concurrency })
  return { batched, batches, items: () => batches.map(({ items }) => items) }
}

it('runs one batch at a time, with at most `max` items, each with a different key', async () => {
  const { batched, batches, items } = createSetup()
  const results = ['a', 'b', 'b2', 'c', 'd', 'e'].map(batched)
  expect(items()).toEqual([['a']])
  batches[0]?.succeed()
  await expect.poll(items).toEqual([['a'], ['b', 'c', 'd']])
  batches[1]?.succeed()
  await expect.poll(items).toEqual([['a'], ['b', 'c', 'd'], ['b2', 'e']])
  batches[2]?.succeed()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'b2', 'c', 'd', 'e'].map((item) => `result of ${item}`))
  void batched('f')
  expect(items().at(-1)).toEqual(['f'])
})

it('runs other batches while one is stuck and after one has failed, if several may run at once', async () => {
  const { batched, batches, items } = createSetup(2)
  const [stuck, failed, ...others] = ['a', 'b', 'c', 'd'].map(batched)
  expect(items()).toEqual([['a'], ['b']])
  batches[1]?.fail()
  await expect(failed).rejects.toThrow('failed: b')
  await expect.poll(items).toEqual([['a'], ['b'], ['c', 'd']])
  batches[2]?.succeed()
  expect(await Promise.all(others)).toEqual(['result of c', 'result of d'])
  batches[0]?.succeed()
  expect(await stuck).toBe('result of a')
})
