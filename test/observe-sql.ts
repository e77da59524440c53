import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Kind } from './row-types.ts'

/** Of each SQL template that was run as a statement: the kinds of values in each column of its rows. */
export type Observations = Record<string, Record<string, Kind[]>>

/** How a template is named in observations: its text, without its values. */
export function keyOf(fragments: readonly string[]): string {
  return fragments.join('\0')
}

const folder = process.env.SQL_OBSERVATIONS
const observed = new Map<string, Map<string, Set<Kind>>>()

/** Notes what the statements of `db` that are SQL templates return, where `npm test` asks for it. */
export function observeSql(db: Db): Db {
  if (!folder) return db
  const templates = new WeakMap<QueryId, string>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode') templates.set(queryId, keyOf(node.sqlFragments))
      return node as RootOperationNode
    },
    async transformResult({ result, queryId }) {
      const key = templates.get(queryId)
      if (key !== undefined) for (const row of result.rows) observeRow(key, row)
      return result
    },
  }
  return db.withPlugin(plugin)
}

function observeRow(key: string, row: Record<string, unknown>): void {
  const columns = observed.get(key) ?? new Map<string, Set<Kind>>()
  observed.set(key, columns)
  for (const [name, value] of Object.entries(row))
    columns.set(name, (columns.get(name) ?? new Set()).add(kindOfValue(value)))
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json'
}

/** Writes down what was noted so far, for scripts/check-sql.ts. */
export function writeObservations(): void {
  if (!folder) return
  const entries = [...observed].map(([key, columns]) => [
    key,
    Object.fromEntries([...columns].map(([name, kinds]) => [name, [...kinds]])),
  ])
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(Object.fromEntries(entries)))
}
