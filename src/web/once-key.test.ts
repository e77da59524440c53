import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newOnceKey } from './once-key.ts'

afterEach(() => vi.unstubAllGlobals())

describe('an Idempotency-Key', () => {
  it('is made where browsers keep back what only secure contexts have, and is never the same', () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    const keys = new Set(Array.from({ length: 100 }, newOnceKey))
    expect(keys.size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })
})

it('no code of pages uses crypto.randomUUID or crypto.subtle, which plain http does not have', () => {
  const root = join(import.meta.dirname, '..')
  const paths = globSync('{web,ui,routes,lib,features/*/web,features/*}/*.{ts,tsx}', { cwd: root })
  const uses = paths
    .filter((path) => !/\.test\.|in-process|entry-server|once-key/.test(path))
    .filter((path) => /crypto\.(randomUUID|subtle)|\brandomUUID\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(paths.length).toBeGreaterThan(300)
  expect(uses).toEqual([])
})
