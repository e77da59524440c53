import { mayKnow } from './directions.ts'
import { isProduct, locationOf } from './locations.ts'
import type { Source, Violation } from './source.ts'

/** Rule numbers are those of AGENTS.md. */
const rule = 'Rule 6, a table has one owner'

/**
 * Checks that every table has one owner, that only the owner changes it, and that features read it only if they may know
 * the owner. `migrations` maps the paths in db/migrations to their SQL.
 */
export function checkTables(sources: Source[], migrations: Map<string, string>): Violation[] {
  const owners = new Map<string, string>()
  const violations: Violation[] = []
  for (const { path, ownTables } of sources.filter((source) => source.path.endsWith('.table.ts'))) {
    const owner = ownerOf(path)
    for (const table of ownTables) {
      const other = owners.get(table)
      if (other && other !== owner) {
        const message = `${table} already belongs to ${other}. Keep one owner; the other feature calls the owner's function and passes the transaction.`
        violations.push({ path, line: 1, rule, message })
      }
      owners.set(table, owner)
    }
  }
  const uses = sources.filter((source) => isProduct(source.path)).flatMap((source) => checkUses(source, owners))
  return [...violations, ...uses, ...checkMigrations(migrations, owners)]
}

/** Returns the owner of a file: its feature, or a folder such as `src/server`. */
function ownerOf(path: string): string {
  return locationOf(path)?.feature ?? path.split('/').slice(0, 2).join('/')
}

function checkUses({ path, tableUses }: Source, owners: Map<string, string>): Violation[] {
  const ownName = ownerOf(path)
  const feature = locationOf(path)?.feature
  return tableUses.flatMap(({ table, line, changes }) => {
    const owner = owners.get(table)
    if (!owner || owner === ownName) return []
    if (changes) {
      const message = `${table} belongs to ${owner}, and only its owner changes it. Call a function of ${owner} and pass the transaction.`
      return [{ path, line, rule, message }]
    }
    if (!feature || owner.startsWith('src/') || mayKnow(feature, owner)) return []
    const message = `${table} belongs to ${owner}, which ${feature} must not know (AGENTS.md, rule 4). Get the data through a hook, or move the query to a feature that may know both.`
    return [{ path, line, rule, message }]
  })
}

function checkMigrations(migrations: Map<string, string>, owners: Map<string, string>): Violation[] {
  return [...migrations].flatMap(([path, text]) =>
    [...text.matchAll(/^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gim)].flatMap((match) => {
      const table = match[1] ?? ''
      if (owners.has(table)) return []
      const line = text.slice(0, match.index).split('\n').length
      const message = `No feature owns ${table}. Add it to \`interface Tables\` in the owner's server/<nouns>.table.ts.`
      return [{ path, line, rule, message }]
    }),
  )
}
