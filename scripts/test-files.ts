import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Repository } from './doc-references.ts'

/** A repository with the paths of its TypeScript files, and with the "imports" of package.json (`#features/…`). */
export type Sources = Repository & { files: string[]; importAliases: Record<string, string> }

/** Lists the TypeScript files of the repository in `folder`, and reads its import aliases. */
export function readSources(folder: string): Sources {
  const { imports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    files: globSync('{src,test,scripts,lab,docs}/**/*.{ts,tsx}', {
      cwd: folder,
      exclude: ['**/node_modules/**'],
    }).sort(),
    importAliases: imports,
    has: (path) => existsSync(join(folder, path)) && statSync(join(folder, path)).isFile(),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
  }
}

/**
 * Finds the files that the file at `path` names: its imports, and programs that it starts. Every path in single quotes
 * counts if it is that of an existing file, relative to the folder of `path` or to the root.
 */
export function findNamedFiles(path: string, { has, read, importAliases }: Sources): string[] {
  const quotedPaths = [...read(path).matchAll(/'(#[^'\n]+|[^'\n]*\.\w+)'/g)].flatMap(([, text = '']) => {
    const alias = Object.entries(importAliases).find(([start]) => text.startsWith(start.replace('*', '')))
    if (alias) return [normalize(text.replace(alias[0].replace('*', ''), alias[1].replace('*', '')))]
    return [join(dirname(path), text), normalize(text)]
  })
  return [...new Set(quotedPaths)].filter((name) => name !== path && has(name))
}

/** Finds the files that name one of `targets`, directly or through other files. Includes the targets. */
export function findFilesThatReach(targets: string[], sources: Sources): Set<string> {
  const namedBy = new Map<string, string[]>()
  for (const file of sources.files) {
    for (const name of findNamedFiles(file, sources)) namedBy.set(name, [...(namedBy.get(name) ?? []), file])
  }
  const reachingFiles = new Set(targets)
  for (const target of reachingFiles) for (const file of namedBy.get(target) ?? []) reachingFiles.add(file)
  return reachingFiles
}

/**
 * Matches tests whose result doesn't depend on PostgreSQL's version. Those in test/faults/ make statements fail before
 * they reach the database, and slow tests use the same statements as quick tests.
 */
const versionIndependentTest = /^test\/faults\/|\.slow\.test\.ts$/

/**
 * Finds the unit tests to run on another version of PostgreSQL: tests that use a database and whose result may depend
 * on its version.
 */
export function findDatabaseTests(sources: Sources): string[] {
  const reachingFiles = findFilesThatReach(['test/postgres.ts'], sources)
  return sources.files.filter(
    (file) =>
      isUnitTest(file) &&
      reachingFiles.has(file) &&
      !repositoryWideTest.test(file) &&
      !versionIndependentTest.test(file),
  )
}

/**
 * Finds the unit tests that a change may break: tests that reach a changed file, and tests of the whole repository.
 * Returns null, which means all tests, if it is unknown what reads a changed file, such as a migration, because no
 * TypeScript file names it. Changed Markdown files don't count.
 */
export function findTestsOfChange(changed: string[], sources: Sources): string[] | null {
  const known = new Set(sources.files.flatMap((file) => [file, ...findNamedFiles(file, sources)]))
  const relevantFiles = changed.filter((path) => !path.endsWith('.md'))
  if (relevantFiles.some((path) => !known.has(path))) return null
  const reachingFiles = findFilesThatReach(relevantFiles, sources)
  return sources.files.filter((file) => isUnitTest(file) && (reachingFiles.has(file) || repositoryWideTest.test(file)))
}

/** Matches the tests of the whole repository, which run for each change. */
const repositoryWideTest = /^(docs|scripts)\//

/** Tells whether Vitest runs this file (vitest.config.ts). Playwright runs the stories. */
const isUnitTest = (path: string) => /\.test\.tsx?$/.test(path)
