import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkCoverage, checkGuards } from '../lab/security/check-guards.ts'
import { guards } from '../lab/security/guards.ts'
import { checkClauses } from '../scripts/doc-references.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('docs/security.md names existing files and tests', () => {
  const repository = { has: (path: string) => existsSync(join(root, path)), read }
  expect(checkClauses(read('docs/security.md'), repository)).toEqual([])
})

it('docs/security.md mentions each requirement of levels 1 and 2 of OWASP’s standard', () => {
  expect(checkCoverage(read('docs/security.md'))).toEqual([])
})

// A guard is a piece of code that prevents an attack. Without it, its test must fail (lab/security/check-security.ts).
it('every guard is in its file, and docs/security.md names its test', () => {
  const repository = { has: (path: string) => existsSync(join(root, path)), read }
  expect(checkGuards(guards, read('docs/security.md'), repository)).toEqual([])
})

it('docs/security.md marks every rule as done', () => {
  const states = [...read('docs/security.md').matchAll(/^\| (?!clause|---).*? \| (\w+) \| /gm)].map((match) => match[1])
  expect(states.length).toBeGreaterThan(40)
  expect(new Set(states)).toEqual(new Set(['done']))
})
