import { globSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, kindOf, type RowType, tablesIn } from '#test/row-types.ts'
import { createWorld, type World } from '#test/world.ts'

type Column = { table: string; name: string; type: string; nullable: boolean; hasDefault: boolean; isComputed: boolean }

let world: World
let columns: Column[]
beforeAll(async () => {
  world = await createWorld()
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' as "isComputed"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`.execute(world.db)
  columns = rows
})
afterAll(() => world.close())

const declared = new Map(
  globSync('src/**/*.table.ts').flatMap((path) =>
    [...tablesIn(path)].map(([table, row]): [string, { path: string; row: RowType | null }] => [table, { path, row }]),
  ),
)

/** Migrations read this table before there is a schema. */
const untyped = ['schema_migrations']

describe('the types of tables', () => {
  it('exist for each table of the database, and for no other', () => {
    const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !untyped.includes(table))
    expect([...declared.keys()].sort()).toEqual(tables.sort())
  })

  it('are written in a form that this test understands', () => {
    expect([...declared].filter(([, { row }]) => row === null).map(([table]) => table)).toEqual([])
  })

  it('name each column, and no others', () => {
    const missing = columns.flatMap(({ table, name, type }) => {
      const home = declared.get(table)
      return !home?.row || home.row.has(name) ? [] : [`${home.path}: add ${table}.${name} (${type})`]
    })
    const gone = [...declared].flatMap(([table, { path, row }]) =>
      [...(row?.keys() ?? [])]
        .filter((name) => !columns.some((column) => column.table === table && column.name === name))
        .map((name) => `${path}: ${table} has no column ${name}`),
    )
    expect([...missing, ...gone]).toEqual([])
  })

  it('have the type that pg returns for each column, whether it may be null, and whether the database fills it', () => {
    const wrong = columns.flatMap(({ table, name, type, nullable, hasDefault, isComputed }) => {
      const home = declared.get(table)
      const promised = home?.row?.get(name)
      if (!home || !promised) return []
      const faults = [
        ...(fits(promised, kindOf(type)) ? [] : [`is ${type}, not ${[...promised.kinds].join(' | ')}`]),
        ...(promised.nullable === nullable ? [] : [nullable ? 'may be null: add | null' : 'is never null']),
        ...(promised.generated === 'no' || hasDefault ? [] : ['has no default: Generated is wrong']),
        ...((promised.generated === 'always') === isComputed ? [] : ['is computed: GeneratedAlways']),
      ]
      return faults.map((fault) => `${home.path}: ${table}.${name} ${fault}`)
    })
    expect(wrong).toEqual([])
  })
})
