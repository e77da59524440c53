import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storageEntries } from './storage-rules.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{src,public}/**/*.{ts,tsx,js}', { cwd: root, exclude: ['**/*.test.*'] })
const storingFiles = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /\.setItem\(|document\.cookie|cookieStore/.test(text))

describe('data stored in the browser', () => {
  it('is listed on the cookies page', () => {
    expect(storingFiles.length).toBeGreaterThan(0)
    const unlisted = storingFiles.filter(({ text }) => !storageEntries.some(({ key }) => text.includes(`'${key}'`)))
    expect(unlisted.map(({ file }) => file)).toEqual([])
  })

  it('is listed once, and only if some code stores it', () => {
    expect(new Set(storageEntries.map(({ key }) => key)).size).toBe(storageEntries.length)
    const fromOurCode = storageEntries.filter(
      ({ key, storage }) => storage !== 'cookie' && storingFiles.some(({ text }) => text.includes(`'${key}'`)),
    )
    const fromLibrariesAndServer = storageEntries.filter(
      ({ key, storage }) => storage === 'cookie' || /^(tsr|tanstack_router)/.test(key),
    )
    expect(fromOurCode.length + fromLibrariesAndServer.length).toBe(storageEntries.length)
  })
})
