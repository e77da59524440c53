import { expect, it } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const never = new Promise<never>(() => undefined)

it('withTimeout returns what the work returns, and throws what the work throws', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000, () => 2)).toBe(1)
  await expect(withTimeout(Promise.reject(new Error('no')), 60_000, () => 2)).rejects.toThrow('no')
})

it('withTimeout returns what `late` returns, or throws what `late` throws, if the work takes longer', async () => {
  expect(await withTimeout(never, 1, () => 2)).toBe(2)
  const fail = () => {
    throw new Error('late')
  }
  await expect(withTimeout(never, 1, fail)).rejects.toThrow('late')
})
