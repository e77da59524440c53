import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingNames } from '#server/settings/settings.ts'
import manifest from '../package.json' with { type: 'json' }
import { logFieldsDocument } from '../scripts/log-fields-doc.ts'
import { settingsDocument } from '../scripts/settings-doc.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

it('docs/settings.md equals the output of `npm run settings-doc`', () => {
  expect(read('docs/settings.md')).toBe(settingsDocument())
})

it('docs/log-fields.md equals the output of `npm run settings-doc`', () => {
  expect(read('docs/log-fields.md')).toBe(logFieldsDocument())
})

it('docs/settings.md describes each setting in whole sentences in its own row, and nothing else', () => {
  const described = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| \S+ \| (.*) \|$/gm)]
  expect(described.map(([, name]) => name)).toEqual(settingNames)
  expect(described.filter(([, , text]) => !/^.{10,}\.$/.test(text ?? ''))).toEqual([])
})

it('README.md names only settings that exist', () => {
  const code = [...read('README.md').matchAll(/`[^`]+`|^```[\s\S]*?^```/gm)].join('\n')
  const named = [...code.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b|\b([A-Z]+)=/g)].map(
    ([, long, assigned]) => long ?? assigned,
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name = '') => !settingNames.includes(name))).toEqual([])
})

it.each(['README.md', 'CONTRIBUTING.md', 'docs/settings.md'])('%s names only scripts that exist', (path) => {
  const named = [...read(path).matchAll(/npm run ([\w-]+)/g)].map((match) => match[1])
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
  const ofLab = JSON.parse(read('lab/packages/package.json')).dependencies
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...ofLab })
  const ungrouped = packages.filter((name) => !groups.some((group) => name.startsWith(group)))
  expect(documented.filter((name) => name !== 'package' && !name.endsWith('/*')).sort()).toEqual(ungrouped.sort())
})
