import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stored } from './storage-rules.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{src,public}/**/*.{ts,tsx,js}', { cwd: root, exclude: ['**/*.test.*'] })
const keeping = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /\.setItem\(|document\.cookie|cookieStore/.test(text))

describe('what is kept in the browser', () => {
  it('is on the list, wherever the code keeps it', () => {
    expect(keeping.length).toBeGreaterThan(0)
    const untold = keeping.filter(({ text }) => !stored.some(({ key }) => text.includes(`'${key}'`)))
    expect(untold.map(({ file }) => file)).toEqual([])
  })

  it('is named once, and nothing is listed that nobody keeps', () => {
    expect(new Set(stored.map(({ key }) => key)).size).toBe(stored.length)
    const ours = stored.filter(
      ({ key, place }) => place !== 'cookie' && keeping.some(({ text }) => text.includes(`'${key}'`)),
    )
    const byOthers = stored.filter(({ key, place }) => place === 'cookie' || /^(tsr|tanstack_router)/.test(key))
    expect(ours.length + byOthers.length).toBe(stored.length)
  })
})
