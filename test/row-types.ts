import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isFunctionDeclaration, isTaggedTemplateExpression, isTemplateExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

/** The kind of a value that pg returns. `any` means that the declared type says nothing about it. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'json' | 'null' | 'any'

/**
 * The type of a column in a row type. `generated` is about inserts: whether the database has a default, or always
 * computes the value. `optional`: only some statements with this row type return the column.
 */
export type DeclaredColumn = { kinds: Set<Kind>; generated: 'no' | 'default' | 'always'; optional?: boolean }
export type RowType = Map<string, DeclaredColumn>

/**
 * An SQL template that has a type: its position, the name of the function that contains it, its text without the
 * values, and its row type. `row` is null if the template is a single value.
 */
export type TypedSql = { path: string; line: number; functionName: string; fragments: string[]; row: RowType | null }

const root = join(import.meta.dirname, '..')

/** Reads the declared row types with the TypeScript compiler, which takes some seconds. All names are in camelCase. */
export function readRowTypes(): { tables: Map<string, RowType>; typedSql: TypedSql[] } {
  const compiler = new API({ cwd: root })
  try {
    const project = compiler.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()[0]
    if (!project) throw new Error('The compiler found no project in tsconfig.json.')
    const { checker, program } = project
    const source = (path: string) => {
      const file = program.getSourceFile(join(root, path))
      if (!file) throw new Error(`${path} is not part of the project.`)
      return file
    }
    const tablesFile = source('src/platform/database/tables.ts')
    // The interface Tables is the last statement of its file.
    const tables = tablesFile.statements.at(-1)
    const type = tables && checker.getTypeAtLocation(tables)
    if (!type) throw new Error('The compiler found no interface Tables.')
    return {
      tables: new Map(
        checker.getPropertiesOfType(type).map((table): [string, RowType] => {
          const row = checker.getTypeOfSymbol(table)
          return [table.name, row ? readRowType(checker, row) : new Map()]
        }),
      ),
      typedSql: globSync('src/**/*.ts', { cwd: root })
        .filter((path) => !path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes('sql<'))
        .flatMap((path) => typedSqlIn(checker, source(path))),
    }
  } finally {
    compiler.close()
  }
}

function typedSqlIn(checker: Checker, file: SourceFile): TypedSql[] {
  const typedSql: TypedSql[] = []
  const visit = (node: Node, outerFunction: string): void => {
    const functionName = isFunctionDeclaration(node) ? (node.name?.text ?? '') : outerFunction
    if (isTaggedTemplateExpression(node)) {
      const [argument] = node.typeArguments ?? []
      const type = argument && checker.getTypeFromTypeNode(argument)
      if (type) {
        const { template } = node
        const fragments = isTemplateExpression(template)
          ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
          : [template.text]
        const line = file.text.slice(0, node.tag.end).split('\n').length
        // A row is an object type, for which kindsOf returns `json`.
        const isRow = kindsOf(checker, type).has('json')
        const row = isRow ? readRowType(checker, type) : null
        typedSql.push({ path: relative(root, file.fileName), line, functionName, fragments, row })
      }
    }
    node.forEachChild((child) => visit(child, functionName))
  }
  visit(file, '')
  return typedSql
}

function readRowType(checker: Checker, type: Type): RowType {
  return new Map(
    checker.getPropertiesOfType(type).map((column): [string, DeclaredColumn] => {
      const declared = checker.getTypeOfSymbol(column)
      if (!declared) return [column.name, { kinds: new Set(['any']), generated: 'no' }]
      const optional = unionParts(declared).some(({ flags }) => flags & TypeFlags.Undefined)
      return [column.name, { ...readColumnType(checker, declared), optional }]
    }),
  )
}

/**
 * Reads the type of a column. Kysely's ColumnType has a property for each use (select, insert, update), with the type
 * for that use.
 */
function readColumnType(checker: Checker, type: Type): DeclaredColumn {
  const use = (name: string) => {
    const symbol = checker.getPropertyOfType(type, name)
    return symbol && checker.getTypeOfSymbol(symbol)
  }
  const selectType = use('__select__')
  const insertType = use('__insert__')
  if (!selectType || !insertType) return { kinds: kindsOf(checker, type), generated: 'no' }
  const isOptional = unionParts(insertType).some(({ flags }) => flags & TypeFlags.Undefined)
  const generated = insertType.flags & TypeFlags.Never ? 'always' : isOptional ? 'default' : 'no'
  return { kinds: kindsOf(checker, selectType), generated }
}

const unionParts = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])

/** A type parameter counts as the type that constrains it. */
const constraintOf = (checker: Checker, type: Type) =>
  type.flags & TypeFlags.TypeParameter ? (checker.getBaseConstraintOfType(type) ?? type) : type

const primitives: [flags: number, kind: Kind][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Nullable, 'null'],
]

function kindsOf(checker: Checker, type: Type): Set<Kind> {
  return new Set(
    unionParts(constraintOf(checker, type)).map((part): Kind => {
      const primitive = primitives.find(([flags]) => part.flags & flags)
      if (primitive) return primitive[1]
      if (part.flags & TypeFlags.AnyOrUnknown) return 'any'
      if (checker.isArrayType(part) || checker.isTupleType(part)) return 'array'
      const name = part.getSymbol()?.name
      return name === 'Date' || name === 'Buffer' ? name : 'json'
    }),
  )
}

/**
 * The kind that pg returns for a PostgreSQL type, with the parsers that db.ts sets: `int8` and `numeric` are numbers.
 * `name`: the name in pg_type, which is `_text` for an array of `text`.
 */
export function kindOf(name: string): Kind {
  if (name.startsWith('_')) return 'array'
  if (name === 'bool') return 'boolean'
  if (name === 'bytea') return 'Buffer'
  if (/^(int[248]|float[48]|numeric|oid)$/.test(name)) return 'number'
  if (/^(date|timestamptz|timestamp)$/.test(name)) return 'Date'
  return /^jsonb?$/.test(name) ? 'json' : 'string'
}

/**
 * Whether a value of this kind fits the declared type. JSON may contain anything, and only the code that reads it can
 * check that.
 */
export function fits({ kinds }: DeclaredColumn, kind: Kind): boolean {
  return kind === 'json' || kinds.has('any') || kinds.has(kind)
}
