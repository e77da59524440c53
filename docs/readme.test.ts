import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '#server/settings.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const source = readFileSync(join(root, 'src/server/settings.ts'), 'utf8')

it('README.md tells of every setting, with its default, and of no other', () => {
  const told = [...readme.matchAll(/^\| `([A-Z_]+)` \| (\S+) \|/gm)].map(([, name, value]) => [name, value])
  const known = [...source.matchAll(/^ +([A-Z_]+): /gm)].map((match) => match[1])
  const defaults: Record<string, unknown> = readSettings({})
  expect(told).toEqual(known.map((name = '') => [name, String(defaults[name] || '–')]))
})
