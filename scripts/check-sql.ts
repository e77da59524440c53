import { globSync, readFileSync } from 'node:fs'
import { type Observations, observationKey } from '../test/observe-sql.ts'
import { type DeclaredColumn, type Kind, readRowTypes, type TypedSql } from '../test/row-types.ts'

/**
 * Compares the rows that SQL templates declare (``sql<{ id: string }>`select …` ``) with what PostgreSQL returned in tests.
 * `broken`: a column is missing, of another kind, or unexpectedly null. `untested`: no test runs the statement. One line
 * for each, with its file and line.
 */
export function checkDeclaredRows(typedSql: TypedSql[], observations: Observations[]) {
  const broken: string[] = []
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
        const fault = isReturned
          ? describeMismatch(declared, kinds)
          : 'is declared, but the statement returns no such column'
        if (fault) broken.push(`${path}:${line} ${name} ${fault}`)
      }
  }
  return { broken, untested }
}

function describeMismatch({ kinds }: DeclaredColumn, seen: Set<Kind>): string | null {
  if (kinds.has('any')) return null
  const unexpected = [...seen].filter((kind) => !kinds.has(kind))
  return unexpected.length === 0 ? null : `is ${unexpected.join(', ')}, but ${[...kinds].join(' | ')} is declared`
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const observations = globSync(`${folder}/*.json`).map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Observations,
  )
  if (observations.length === 0) throw new Error('No unit test noted anything. Run `npm test -- unit sql`.')
  const { broken, untested } = checkDeclaredRows(readRowTypes().typedSql, observations)
  for (const fault of [...untested, ...broken]) process.stdout.write(`${fault}\n`)
  process.stdout.write(broken.length === 0 ? 'No promise is broken.\n' : `${broken.length} promises are broken.\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
