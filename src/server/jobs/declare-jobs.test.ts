import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = new Map(
  globSync('src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

/** Finds the functions that call `jobs.every(` or `jobs.handle(`, each with its file. */
function findDeclarers(): [name: string, path: string][] {
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(/\bjobs\.(every|handle)\(/g)].map(({ index }): [string, string] => {
      const names = [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?function (\w+)/gm)].map(
        ([, name]) => name,
      )
      return [names.at(-1) ?? path, path]
    }),
  )
}

it('every function that declares a job is called by code other than tests', () => {
  const found = findDeclarers()
  const calls = (name: string) =>
    [...files.values()].join('\n').match(new RegExp(`(?<!function )\\b${name}\\(`)) !== null
  expect(found.length).toBeGreaterThan(5)
  expect(
    found
      .filter(([name]) => !calls(name))
      .map(([name, path]) => `${path}: nothing calls ${name}. Call it in src/server/jobs/declare-jobs.ts.`),
  ).toEqual([])
})
