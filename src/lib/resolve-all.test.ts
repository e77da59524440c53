import { expect, it } from 'vitest'
import { resolveAll } from './resolve-all.ts'

it('returns each result under its name, in whatever order the promises resolve', async () => {
  const later = new Promise<number>((resolve) => setImmediate(() => resolve(1)))
  expect(await resolveAll({ later, now: 'two', none: null })).toEqual({ later: 1, now: 'two', none: null })
})

it('rejects if one of the promises rejects', async () => {
  await expect(resolveAll({ one: 1, two: Promise.reject(new Error('no')) })).rejects.toThrow('no')
})
