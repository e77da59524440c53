import { expect, it } from 'vitest'
import { createReadBatcher, createSharedRead } from './read-batcher.ts'

/** Creates a batcher (`readOne`) whose batches end when the test calls `succeed` or `fail`. */
function createReader({ max = 10, concurrency = 2 } = {}) {
  const batches: { items: number[]; succeed: () => void; fail: () => void }[] = []
  const read = (items: number[]) =>
    new Promise<string[]>((resolve, reject) =>
      batches.push({
        items,
        succeed: () => resolve(items.map((item) => `result ${item}`)),
        fail: () => reject(new Error(`failed: ${items}`)),
      }),
    )
  return { batches, readOne: createReadBatcher({ read, max, concurrency }) }
}

it('reads the first items immediately, and items that arrive meanwhile together, each with its own result', async () => {
  const { batches, readOne } = createReader()
  const results = [1, 2, 3, 4, 4].map(readOne)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]])
  batches[0]?.succeed()
  await results[0]
  await expect.poll(() => batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 4]])
  for (const { succeed } of batches) succeed()
  expect(await Promise.all(results)).toEqual(['result 1', 'result 2', 'result 3', 'result 4', 'result 4'])
})

it('continues while one batch is stuck, and never puts more items in a batch than allowed', async () => {
  const { batches, readOne } = createReader({ max: 2 })
  const stuck = readOne(1)
  const others = [2, 3, 4, 5, 6].map(readOne)
  batches[1]?.succeed()
  await expect.poll(() => batches.length).toBe(3)
  batches[2]?.succeed()
  await expect.poll(() => batches.length).toBe(4)
  batches[3]?.succeed()
  expect(await Promise.all(others)).toHaveLength(5)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4], [5, 6]])
  batches[0]?.succeed()
  expect(await stuck).toBe('result 1')
})

it('rejects the items of a failed batch, and no others', async () => {
  const { batches, readOne } = createReader({ concurrency: 1 })
  const results = Promise.allSettled([1, 2, 3].map(readOne))
  batches[0]?.fail()
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.succeed()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const last = readOne(4)
  await expect.poll(() => batches.length).toBe(3)
  batches[2]?.succeed()
  expect(await last).toBe('result 4')
})

it('createSharedRead shares a read among calls, but never one that has already started', async () => {
  const reads: ((result: number) => void)[] = []
  const read = createSharedRead(() => new Promise<number>((resolve) => reads.push(resolve)))
  const results = [1, 2, 3, 4, 5].map(() => read())
  expect(reads).toHaveLength(3)
  for (const [n, succeed] of reads.entries()) succeed(n)
  await expect.poll(() => reads.length).toBe(4)
  reads[3]?.(3)
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 3])
})
