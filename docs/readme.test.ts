import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings, settingNames } from '#server/settings.ts'
import manifest from '../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

it('README.md lists every setting with its default, and no others', () => {
  const documented = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \| (\S+) \|/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  const defaults: Record<string, unknown> = readSettings({})
  const written = (value: unknown) => (value === undefined || value === '' ? '–' : String(value))
  expect(documented).toEqual(settingNames.map((name) => [name, written(defaults[name])]))
})

it('CONTRIBUTING.md names existing scripts', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run (\w+)/g)].map((match) => match[1])
  expect(named.filter((name = '') => !(name in manifest.scripts))).toEqual([])
})

it('docs/decisions/002-dependencies.md explains every package, and no others', () => {
  const rows = [...read('docs/decisions/002-dependencies.md').matchAll(/^\| ([@a-z][^|]*) \|/gm)]
  const documented = rows.flatMap((match) =>
    (match[1] ?? '')
      .replace(/\(.*\)/, '')
      .split(',')
      .map((name) => name.trim()),
  )
  const groups = documented.filter((name) => name.endsWith('/*')).map((name) => name.slice(0, -1))
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const known = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const alone = known.filter((name) => !groups.some((group) => name.startsWith(group)))
  expect(documented.filter((name) => name !== 'package' && !name.endsWith('/*')).sort()).toEqual(alone.sort())
})
