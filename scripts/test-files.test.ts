import { describe, expect, it } from 'vitest'
import { findDatabaseTests, findFilesThatReach, findNamedFiles, findTestsOfChange, type Sources } from './test-files.ts'

/** The files of an invented repository, by path. */
const texts: Record<string, string> = {
  'src/lib/price.ts': 'export const price = 1',
  'src/contract.ts': "import { price } from '#lib/price.ts'",
  'src/page.css': '',
  'src/page.tsx': "import './page.css'\nimport type { Price } from '#contract'",
  'src/page.test.tsx': "import { Page } from './page.tsx'",
  'src/cli/main.ts': "import { price } from '../lib/price.ts'",
  'src/cli/main.test.ts': "import { runCli } from '../../test/cli.ts'",
  'test/cli.ts': "const main = join(import.meta.dirname, '../src/cli/main.ts')",
  'test/dying.ts': '',
  'src/kill.test.ts': "spawn(node, ['test/dying.ts'])",
  'src/alone.test.ts': "import { it } from 'vitest'",
  'docs/map.test.ts': "globSync('**/*.md')",
  'test/postgres.ts': '',
  'test/test-site.ts': "import { run } from './postgres.ts'",
  'src/votes.http.test.ts': "import { createTestSite } from '../test/test-site.ts'",
  'test/faults/paying.slow.test.ts': "import { createTestSite } from '../test-site.ts'",
  'db/1.sql': '',
}
const sources: Sources = {
  files: Object.keys(texts).filter((path) => /\.tsx?$/.test(path)),
  importAliases: { '#lib/*': './src/lib/*', '#contract': './src/contract.ts' },
  has: (path) => path in texts,
  read: (path) => texts[path] ?? '',
}

describe('findNamedFiles', () => {
  it.each([
    ['src/page.tsx', ['src/page.css', 'src/contract.ts']],
    ['test/cli.ts', ['src/cli/main.ts']],
    ['src/kill.test.ts', ['test/dying.ts']],
    ['src/alone.test.ts', []],
  ])('finds the imports of %s and the programs that it starts', (path, names) => {
    expect(findNamedFiles(path, sources)).toEqual(names)
  })
})

it('findFilesThatReach follows imports and started programs through several files', () => {
  expect([...findFilesThatReach(['src/cli/main.ts'], sources)]).toEqual([
    'src/cli/main.ts',
    'test/cli.ts',
    'src/cli/main.test.ts',
  ])
})

it('findDatabaseTests finds tests that reach test/postgres.ts, except slow tests and those in test/faults/', () => {
  expect(findDatabaseTests(sources)).toEqual(['src/votes.http.test.ts'])
})

describe('a change', () => {
  // The tests in docs/ run for each change. All tests run if it is unknown what reads a changed file: no TypeScript
  // file names db/1.sql, and src/gone.ts doesn't exist.
  it.each<[changed: string[], tests: string[] | null]>([
    [['src/lib/price.ts'], ['src/page.test.tsx', 'src/cli/main.test.ts', 'docs/map.test.ts']],
    [['src/page.css'], ['src/page.test.tsx', 'docs/map.test.ts']],
    [['src/alone.test.ts'], ['src/alone.test.ts', 'docs/map.test.ts']],
    [['README.md'], ['docs/map.test.ts']],
    [['src/page.css', 'db/1.sql'], null],
    [['src/gone.ts'], null],
  ])('of %s affects these tests, or all (null)', (changed, tests) => {
    expect(findTestsOfChange(changed, sources)).toEqual(tests)
  })
})
