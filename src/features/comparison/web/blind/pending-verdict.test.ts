import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropPendingVerdict, readPendingVerdict, savePendingVerdict, storageKey } from './pending-verdict.ts'

const verdict = { outcome: 'Claude', note: 'It names the city.' }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a pending verdict belongs to one comparison, and is kept until it is dropped', () => {
  savePendingVerdict('a', verdict)
  expect(readPendingVerdict('a')).toEqual(verdict)
  expect(readPendingVerdict('b')).toBeNull()
  dropPendingVerdict('b')
  expect(readPendingVerdict('a')).toEqual(verdict)
  dropPendingVerdict('a')
  expect(readPendingVerdict('a')).toBeNull()
})

it('reads no pending verdict if storage contains anything else or is blocked', () => {
  for (const text of ['', '[]', '{"id":"a"}', '{"id":"a","outcome":1,"note":""}']) {
    sessionStorage.setItem(storageKey, text)
    expect(readPendingVerdict('a')).toBeNull()
  }
  vi.stubGlobal('sessionStorage', undefined)
  savePendingVerdict('a', verdict)
  expect(readPendingVerdict('a')).toBeNull()
})
