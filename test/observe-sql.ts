import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CamelCasePlugin, type QueryId } from 'kysely'
import pg from 'pg'
import { findProductCaller } from './product-caller.ts'
import { type Kind, kindOf } from './row-types.ts'

/** For each SQL template that ran as a statement, the kinds of values in each column of the rows that it returned. */
export type Observations = Record<string, Record<string, Kind[]>>

/**
 * Returns the key of a template in `Observations`: its text without the values. A template that consists only of `${…}`
 * has no text, so its key is the function that contains it.
 */
export function observationKey(
  fragments: readonly string[],
  findCaller: () => { path: string; name: string } | null,
): string {
  if (fragments.some((fragment) => fragment.trim() !== '')) return fragments.join('\0')
  const { path, name } = findCaller() ?? { path: '', name: '' }
  return `${path} ${name}`
}

type Field = { name: string; dataTypeID: number }

/** The folder for the files of observations. If it is unset, nothing is observed. */
const folder = process.env.SQL_OBSERVATIONS
/** If a test resets the modules, this module is loaded again. Each load writes its own file, and all of them count. */
const fileName = `${process.pid}-${randomUUID()}`
const observed = new Map<string, Map<string, Set<Kind>>>()
/** Maps the array of a result's rows to pg's descriptions of its columns. */
const fieldsOf = new WeakMap<object, Field[]>()
const kindOfType = new Map(Object.entries(pg.types.builtins).map(([name, oid]) => [oid, kindOf(name.toLowerCase())]))

/**
 * Records the kinds of values that each SQL template returns, judging by the columns' PostgreSQL types and by the values
 * themselves.
 */
function observe(): void {
  const resultClass = (pg as unknown as { Result: { prototype: { rows: object; addFields(fields: Field[]): void } } })
    .Result
  const { addFields } = resultClass.prototype
  resultClass.prototype.addFields = function (fields) {
    fieldsOf.set(this.rows, fields)
    addFields.call(this, fields)
  }
  const templates = new WeakMap<QueryId, string>()
  const plugin = CamelCasePlugin.prototype
  const { transformQuery, transformResult } = plugin
  plugin.transformQuery = function (args) {
    if (args.node.kind === 'RawNode') {
      const key = observationKey(args.node.sqlFragments, () => findProductCaller())
      templates.set(args.queryId, key)
    }
    return transformQuery.call(this, args)
  }
  plugin.transformResult = async function (args) {
    const result = await transformResult.call(this, args)
    const key = templates.get(args.queryId)
    if (key === undefined) return result
    for (const { name, dataTypeID } of fieldsOf.get(args.result.rows) ?? []) {
      // JSON may contain any kind, and pg's list of types has no arrays and no types of extensions.
      const kind = kindOfType.get(dataTypeID)
      recordKind(key, camelCase(name), kind === 'json' ? undefined : kind)
    }
    for (const row of result.rows)
      for (const [name, value] of Object.entries(row)) recordKind(key, name, kindOfValue(value))
    return result
  }
  process.once('exit', writeObservations)
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function recordKind(key: string, column: string, kind: Kind | undefined): void {
  const columns = observed.get(key) ?? new Map<string, Set<Kind>>()
  const kinds = columns.get(column) ?? new Set()
  observed.set(key, columns.set(column, kind ? kinds.add(kind) : kinds))
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json'
}

/**
 * Writes what has been recorded so far to a file, for `scripts/check-sql.ts`. The file appears complete or not at all,
 * because a worker of the test runner may be stopped while it exits.
 */
export function writeObservations(): void {
  if (!folder) return
  const entries = [...observed].map(([key, columns]) => [
    key,
    Object.fromEntries([...columns].map(([name, kinds]) => [name, [...kinds]])),
  ])
  mkdirSync(folder, { recursive: true })
  const file = join(folder, fileName)
  writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(entries)))
  renameSync(`${file}.part`, `${file}.json`)
}

if (folder) observe()
