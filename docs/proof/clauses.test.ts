import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkClauses, checkPaths, type Repository } from '../../scripts/doc-references.ts'

const root = join(import.meta.dirname, '../..')
const thisRepository: Repository = {
  has: (path) => existsSync(join(root, path)),
  read: (path) => readFileSync(join(root, path), 'utf8'),
}
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter((path) => !path.includes('node_modules'))

describe('docs/proof/clauses.md', () => {
  const clauses = thisRepository.read('docs/proof/clauses.md')

  it('names existing files and tests', () => {
    expect(checkClauses(clauses, thisRepository)).toEqual([])
  })

  it('has lines for all nine sections of the specification', () => {
    const sections = new Set([...clauses.matchAll(/^## (\d)\. /gm)].map((match) => match[1]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

describe('the documents', () => {
  it.each(documents)('%s names existing paths', (path) => {
    expect(checkPaths(path, thisRepository.read(path), thisRepository)).toEqual([])
  })
})

describe('the check of docs/proof/clauses.md', () => {
  const fakeRepository: Repository = {
    has: (path) => ['src/a.ts', 'src/a.test.ts', 'src/a.slow.test.ts'].includes(path),
    read: () =>
      "it('does it', () => {})\nit('it\\'s so', () => {})\nit('does %s')\nit(`does ${it}`)\nit('repeats it', { tag: '@slow' })",
  }
  const complaintsAbout = (row: string) =>
    checkClauses(`| clause | state | place | test |\n| --- | --- | --- | --- |\n${row}`, fakeRepository)

  it.each([
    '| Search | done | `src/a.ts` | `src/a.test.ts` › "does it" |',
    '| Search | done | `src/a.ts` | `src/a.test.ts` › "does it"<br>`src/a.test.ts` › "it\'s so" |',
    '| Search | done | `src/a.ts` | `src/a.test.ts` › "repeats it"<br>`src/a.test.ts` › "does it" |',
    '| Search | done | `src/a.ts` | `src/a.test.ts` › "it\'s…" |',
    '| Search | open | – | – |',
    '| Search | open | `src/a.ts` | – |',
    '| Votes | later: community | – | – |',
  ])('accepts %s', (row) => {
    expect(complaintsAbout(row)).toEqual([])
  })

  it.each([
    ['| Search | done | `src/b.ts` | `src/a.test.ts` › "does it" |', "names src/b.ts, which doesn't exist"],
    ['| Search | done | `src/a.ts` | `src/b.test.ts` › "does it" |', 'names the test file src/b.test.ts'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "does that" |', 'names the test "does that"'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "does…" |', 'names the test "does…"'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "repeats…" |', 'names only slow tests'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "does ${it}" |', 'names a test by the template "does ${it}"'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "does %s" |', 'names a test by the template "does %s"'],
    ['| Search | done | `src/a.ts` | – |', 'is done, but names no code or test'],
    ['| Search | done | – | `src/a.test.ts` › "does it" |', 'is done, but names no code or test'],
    ['| Search | done | `src/a.ts` | `src/a.slow.test.ts` › "does it" |', 'names only slow tests'],
    ['| Search | done | `src/a.ts` | `src/a.test.ts` › "repeats it" |', 'names only slow tests'],
    ['| Search | soon | – | – |', 'has the state "soon"'],
    ['| Search | open | – | see the tests |', 'must name its test as'],
    ['| Votes | later: community | `src/a.ts` | – |', 'is for later, but names code or a test'],
    ['| Search | done | `src/a.ts` |', 'needs four cells'],
  ])('complains about %s', (row, complaint) => {
    expect(complaintsAbout(row)).toEqual([expect.stringContaining(complaint)])
  })
})

describe('the check of paths in documents', () => {
  const fakeRepository: Repository = { has: (path) => ['src/a.ts', 'docs/b.md'].includes(path), read: () => '' }

  it('accepts existing paths in backticks, and in links relative to the document', () => {
    const text = 'See `src/a.ts` and [b](b.md#top), or [the site](https://example.org). Run `npm test`.'
    expect(checkPaths('docs/c.md', text, fakeRepository)).toEqual([])
  })

  it('complains about missing files', () => {
    expect(checkPaths('docs/c.md', 'See `src/gone.ts`.', fakeRepository)).toEqual([
      expect.stringContaining('src/gone.ts'),
    ])
    expect(checkPaths('docs/c.md', 'See [b](gone.md).', fakeRepository)).toEqual([
      expect.stringContaining('docs/gone.md'),
    ])
    expect(checkPaths('README.md', 'See [b](docs/gone.md).', fakeRepository)).toEqual([
      expect.stringContaining('docs/gone.md'),
    ])
  })

  it('ignores patterns and code blocks', () => {
    const text = 'As in `src/features/<noun>/rules.ts`.\n```\nsrc/gone.ts `src/gone.ts`\n```\n'
    expect(checkPaths('docs/c.md', text, fakeRepository)).toEqual([])
  })
})
