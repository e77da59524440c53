import { randomFrom } from '#test/random.ts'
import { namesTest, type Problem, type Repository } from '../../scripts/doc-references.ts'
import type { Guard } from './guards.ts'
import { requirements, requirementsIn } from './requirements.ts'

const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('| '))

/** Returns the clauses of docs/security.md, which are in the first cells of its tables. */
function clausesOf(markdown: string): string[] {
  return rowsOf(markdown).map((row) => row.split(' | ')[0] ?? '')
}

/** Checks that docs/security.md mentions each requirement, in a clause or in a list item. */
export function checkCoverage(markdown: string): Problem[] {
  const listItems = markdown.split('\n').filter((line) => line.startsWith('- '))
  const named = new Set([...clausesOf(markdown), ...listItems].flatMap(requirementsIn))
  return requirements
    .filter((requirement) => !named.has(requirement))
    .map((requirement) => `docs/security.md doesn’t mention ${requirement}`)
}

/** Checks that the code of each guard (`remove`) is in its file, and that its test is in a row of docs/security.md. */
export function checkGuards(guards: Guard[], markdown: string, repository: Repository): Problem[] {
  return guards.flatMap(({ file, remove, test, title }) => {
    if (!repository.has(file)) return [`A guard is in ${file}, which doesn't exist`]
    if (!repository.read(file).includes(remove)) return [`${file} doesn't have the guard ${remove}`]
    const isNamed = rowsOf(markdown).some((row) => namesTest(row, test, title))
    return isNamed ? [] : [`No line of docs/security.md names ${test} › "${title}"`]
  })
}

/** Draws `count` guards at random. The same seed draws the same guards. */
export function drawGuards(guards: Guard[], count: number, seed: number): Guard[] {
  const random = randomFrom(seed)
  const rest = [...guards]
  const drawn: Guard[] = []
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return drawn
}
