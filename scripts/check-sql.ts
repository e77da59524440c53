import { globSync, readFileSync } from 'node:fs'
import { keyOf, type Observations } from '../test/observe-sql.ts'
import { type ColumnPromise, type Kind, readRowTypes, type TypedSql } from '../test/row-types.ts'

/**
 * Compares the rows that SQL templates promise (``sql<{ id: string }>`select …` ``) with what PostgreSQL returned in tests.
 * `broken`: a column is missing, of another kind, or null where that isn't promised. `unseen`: no test runs the statement.
 * One line for each, with the place.
 */
export function checkPromises(typedSql: TypedSql[], observations: Observations[]) {
  const broken: string[] = []
  const unseen: string[] = []
  for (const { path, line, name: around, fragments, row } of typedSql) {
    if (!row) continue
    const seen = observations
      .map((observation) => observation[keyOf(fragments, () => ({ path, name: around }))])
      .filter((columns) => columns !== undefined)
    if (seen.length === 0) unseen.push(`${path}:${line} no test runs this statement`)
    else
      for (const [name, promise] of row) {
        const isReturned = seen.some((columns) => name in columns)
        const kinds = new Set(seen.flatMap((columns) => columns[name] ?? []))
        const fault = isReturned ? faultOf(promise, kinds) : 'is promised, but the statement returns no such column'
        if (fault) broken.push(`${path}:${line} ${name} ${fault}`)
      }
  }
  return { broken, unseen }
}

function faultOf({ kinds }: ColumnPromise, seen: Set<Kind>): string | null {
  if (kinds.has('any')) return null
  const others = [...seen].filter((kind) => !kinds.has(kind))
  return others.length === 0 ? null : `is ${others.join(', ')}, but ${[...kinds].join(' | ')} is promised`
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const observations = globSync(`${folder}/*.json`).map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Observations,
  )
  if (observations.length === 0) throw new Error('No unit test noted anything. Run `npm test -- unit sql`.')
  const { broken, unseen } = checkPromises(readRowTypes().typedSql, observations)
  for (const fault of [...unseen, ...broken]) process.stdout.write(`${fault}\n`)
  process.stdout.write(broken.length === 0 ? 'No promise is broken.\n' : `${broken.length} promises are broken.\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
