import { globSync, readFileSync } from 'node:fs'
import { keyOf, type Observations } from '../test/observe-sql.ts'
import { type ColumnPromise, type Kind, readRowTypes, type TypedSql } from '../test/row-types.ts'

/**
 * Compares the rows that SQL templates promise (``sql<{ id: string }>`select …` ``) with what PostgreSQL returned in tests:
 * a column that is missing, of another kind, or null where that isn't promised, and a template that no test saw return a
 * row. One sentence for each fault, with the place.
 */
export function findBrokenPromises(typedSql: TypedSql[], observations: Observations[]): string[] {
  return typedSql.flatMap(({ path, line, fragments, row }) => {
    if (!row) return []
    const seen = observations
      .map((observation) => observation[keyOf(fragments)])
      .filter((columns) => columns !== undefined)
    if (seen.length === 0) return [`${path}:${line} no test sees this statement return a row`]
    return [...row].flatMap(([name, promise]) => {
      const kinds = new Set(seen.flatMap((columns) => columns[name] ?? []))
      const fault = faultOf(promise, kinds)
      return fault ? [`${path}:${line} ${name} ${fault}`] : []
    })
  })
}

function faultOf({ kinds }: ColumnPromise, seen: Set<Kind>): string | null {
  if (kinds.has('any')) return null
  if (seen.size === 0) return 'is promised, but the statement returns no such column'
  const broken = [...seen].filter((kind) => !kinds.has(kind))
  return broken.length === 0 ? null : `is ${broken.join(', ')}, but ${[...kinds].join(' | ')} is promised`
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const observations = globSync(`${folder}/*.json`).map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as Observations,
  )
  const faults = findBrokenPromises(readRowTypes().typedSql, observations)
  process.stdout.write(faults.length === 0 ? 'Every row is as promised.\n' : `${faults.join('\n')}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
