import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newIdempotencyKey } from './idempotency-key.ts'

afterEach(() => vi.unstubAllGlobals())

describe('an Idempotency-Key', () => {
  it('is unique, and can be created without a secure context', () => {
    const { getRandomValues } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
    const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey))
    expect(keys.size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })
})

it('no page code uses crypto.randomUUID or crypto.subtle, which are missing on plain http', () => {
  const root = join(import.meta.dirname, '..')
  const paths = globSync(['{app,client,ui,routes,lib,features/*/web}/**/*.{ts,tsx}', 'features/*/*.ts'], { cwd: root })
  const pathsWithUses = paths
    .filter((path) => !/\.test\.|in-process|entry-server|idempotency-key/.test(path))
    .filter((path) => /crypto\.(randomUUID|subtle)|\brandomUUID\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(paths.length).toBeGreaterThan(600)
  expect(pathsWithUses).toEqual([])
})
