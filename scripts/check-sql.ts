import { globSync, readFileSync } from 'node:fs'
import { type Observations, observationKey } from '../test/observe-sql.ts'
import { type DeclaredColumn, type Kind, readRowTypes, type TypedSql } from '../test/row-types.ts'

/**
 * Compares the rows that SQL templates declare (``sql<{ id: string }>`select …` ``) with what PostgreSQL returned in
 * tests (`observations`). `wrong` lists columns that are missing though not optional, of another type or unexpectedly
 * null. `untested` lists statements that no test runs. Each problem is one line with file and line number.
 */
export function checkDeclaredRows(typedSql: TypedSql[], observations: Observations[]) {
  const wrong: string[] = []
  const untested: string[] = []
  for (const { path, line, functionName, fragments, row } of typedSql) {
    if (!row) continue
    const observed = observations
      .map((observation) => observation[observationKey(fragments, () => ({ path, name: functionName }))])
      .filter((columns) => columns !== undefined)
    if (observed.length === 0) untested.push(`${path}:${line} no test runs this statement`)
    else
      for (const [name, declared] of row) {
        const isReturned = observed.some((columns) => name in columns)
        const kinds = new Set(observed.flatMap((columns) => columns[name] ?? []))
        const problem = isReturned
          ? describeMismatch(declared, kinds)
          : declared.optional
            ? null
            : 'is declared, but the statement returns no such column'
        if (problem) wrong.push(`${path}:${line} ${name} ${problem}`)
      }
  }
  return { wrong, untested }
}

function describeMismatch({ kinds }: DeclaredColumn, observed: Set<Kind>): string | null {
  if (kinds.has('any')) return null
  const unexpected = [...observed].filter((kind) => !kinds.has(kind))
  return unexpected.length === 0 ? null : `is ${unexpected.join(', ')}, but ${[...kinds].join(' | ')} is declared`
}

// `node scripts/check-sql.ts FOLDER`: the folder has the observations that the unit tests wrote, as JSON files.
if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const observations = globSync(`${folder}/*.json`).map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Observations,
  )
  if (observations.length === 0) throw new Error('There are no observations of unit tests. Run `npm test -- unit sql`.')
  const { wrong, untested } = checkDeclaredRows(readRowTypes().typedSql, observations)
  for (const problem of [...untested, ...wrong]) process.stdout.write(`${problem}\n`)
  process.stdout.write(
    wrong.length === 0 ? 'All declared rows match.\n' : `${wrong.length} declared columns don’t match.\n`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
}
