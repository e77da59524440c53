import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, kindOf, type RowType, readRowTypes } from '#test/row-types.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { snakeCase } from '../../../scripts/structure/source.ts'

type Column = { table: string; name: string; type: string; nullable: boolean; hasDefault: boolean; isComputed: boolean }

let testSite: TestSite
let columns: Column[]
beforeAll(async () => {
  testSite = await createTestSite()
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' as "isComputed"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`.execute(testSite.db)
  columns = rows
})
afterAll(() => testSite.close())

/** The declared row types, by the names that tables and columns have in the database. */
const declared = new Map(
  [...readRowTypes().tables].map(([table, row]): [string, RowType] => [
    snakeCase(table),
    new Map([...row].map(([column, type]) => [snakeCase(column), type])),
  ]),
)

/** Columns that are no longer used. The next release drops them (`docs/decisions/031-upgrades.md`). */
const unused = ['profiles.link', 'prompts.example_picture', 'users.ban_expires', 'users.ban_reason', 'users.image']

/** Tables that have no type. Migrations read `schema_migrations` before the schema exists. */
const untyped = ['schema_migrations']

describe('the names of tables and columns', () => {
  it('are unchanged after conversion to camelCase and back', async () => {
    const names = [...new Set(columns.flatMap(({ table, name }) => [table, name]))]
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(names.map((name) => sql`1 as ${sql.raw(`"${name}"`)}`))}`.execute(testSite.db)
    const camelCased = Object.keys(rows[0] ?? {})
    expect(camelCased.filter((name) => name.includes('_'))).toEqual([])
    const stored = camelCased.map((name) => sql.id(name).compile(testSite.db).sql)
    expect(stored).toEqual(names.map((name) => `"${name}"`))
  })
})

describe('the types of tables', () => {
  it('exist for each table of the database, and for no other', () => {
    const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !untyped.includes(table))
    expect([...declared.keys()].sort(), 'declare a new table in `interface Tables` of its owner').toEqual(tables.sort())
  })

  it('name each column, and no others', () => {
    const missing = columns.flatMap(({ table, name, type }) => {
      const row = declared.get(table)
      return !row || row.has(name) || unused.includes(`${table}.${name}`) ? [] : [`add ${table}.${name} (${type})`]
    })
    const gone = [...declared].flatMap(([table, row]) =>
      [...row.keys()]
        .filter((name) => !columns.some((column) => column.table === table && column.name === name))
        .map((name) => `${table} has no column ${name}`),
    )
    expect([...missing, ...gone]).toEqual([])
  })

  it('leave out unused columns that still exist', () => {
    expect(columns.map(({ table, name }) => `${table}.${name}`)).toEqual(expect.arrayContaining(unused))
    expect(
      unused.filter((column) => declared.get(column.split('.')[0] ?? '')?.has(column.split('.')[1] ?? '')),
    ).toEqual([])
  })

  it('match each column: its type as pg returns it, whether it may be null, and whether the database fills it in', () => {
    const wrong = columns.flatMap(({ table, name, type, nullable, hasDefault, isComputed }) => {
      const declaredColumn = declared.get(table)?.get(name)
      if (!declaredColumn) return []
      const problems = [
        ...(fits(declaredColumn, kindOf(type)) ? [] : [`is ${type}, not ${[...declaredColumn.kinds].join(' | ')}`]),
        ...(declaredColumn.kinds.has('null') === nullable || (kindOf(type) === 'json' && !nullable)
          ? []
          : [nullable ? 'may be null: add | null' : 'is never null']),
        ...(declaredColumn.generated === 'no' || hasDefault ? [] : ['has no default: Generated is wrong']),
        ...((declaredColumn.generated === 'always') === isComputed
          ? []
          : [isComputed ? 'is computed: use GeneratedAlways' : 'isn’t computed: GeneratedAlways is wrong']),
      ]
      return problems.map((problem) => `${table}.${name} ${problem}`)
    })
    expect(wrong).toEqual([])
  })
})
