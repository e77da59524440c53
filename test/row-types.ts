import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { targetOf } from '../scripts/structure/source.ts'

/** The kind of a value from pg; `any` for types that this file doesn't understand. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'json' | 'any'

/** The type of a column in a row type. */
export type Promised = { kinds: Set<Kind>; nullable: boolean; generated: 'no' | 'default' | 'always' }
export type RowType = Map<string, Promised>

type Declaration = ESTree.TSType | ESTree.TSInterfaceDeclaration
type File = { path: string; text: string; types: Map<string, Declaration>; imports: Map<string, string> }

const root = join(import.meta.dirname, '..')
const files = new Map<string, File>()

/** Reads the types of a source file, and the files of imported ones. Paths are relative to the root of the repository. */
function readFile(path: string): File {
  const known = files.get(path)
  if (known) return known
  const text = readFileSync(join(root, path), 'utf8')
  const file: File = { path, text, types: new Map(), imports: new Map() }
  new Visitor({
    TSTypeAliasDeclaration: (node) => void file.types.set(node.id.name, node.typeAnnotation),
    TSInterfaceDeclaration: (node) => void file.types.set(node.id.name, node),
    ImportDeclaration: (node) => {
      for (const { local } of node.specifiers) file.imports.set(local.name, targetOf(path, node.source.value))
    },
  }).visit(parseSync(path, text).program)
  files.set(path, file)
  return file
}

/** The tables that a `*.table.ts` declares, by name. */
export function tablesIn(path: string): Map<string, RowType | null> {
  const file = readFile(path)
  const tables = file.types.get('Tables')
  if (tables?.type !== 'TSInterfaceDeclaration') return new Map()
  return new Map(membersOf(tables).map(({ name, type }): [string, RowType | null] => [name, type && rowOf(type, file)]))
}

function membersOf(node: ESTree.TSInterfaceDeclaration | ESTree.TSTypeLiteral) {
  const members = node.type === 'TSTypeLiteral' ? node.members : node.body.body
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature') return []
    const name = member.key.type === 'Identifier' ? member.key.name : String((member.key as { value?: unknown }).value)
    return [{ name, optional: member.optional, type: member.typeAnnotation?.typeAnnotation ?? null }]
  })
}

/** The columns of a row type; null if its form isn't understood. */
function rowOf(node: Declaration, file: File): RowType | null {
  if (node.type === 'TSTypeLiteral' || node.type === 'TSInterfaceDeclaration') {
    const parents = node.type === 'TSInterfaceDeclaration' ? node.extends : []
    if (parents.length > 0) return null
    return new Map(
      membersOf(node).map(({ name, optional, type }) => {
        const { kinds, nullable, generated } = type ? promisedBy(type, file) : anything
        return [name, { kinds, nullable: nullable || optional, generated }]
      }),
    )
  }
  if (node.type === 'TSIntersectionType') {
    const rows = node.types.map((type) => rowOf(type, file))
    return rows.includes(null) ? null : new Map(rows.flatMap((row) => [...(row as RowType)]))
  }
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return null
  const [type, keys] = node.typeArguments?.params ?? []
  const { name } = node.typeName
  if (type && name === 'Selectable') return rowOf(type, file)
  if (type && keys && (name === 'Pick' || name === 'Omit')) {
    const row = rowOf(type, file)
    const names = literalsOf(keys)
    return row && names && new Map([...row].filter(([column]) => names.includes(column) === (name === 'Pick')))
  }
  if (type) return null
  const found = declarationOf(name, file)
  return found && rowOf(found.node, found.file)
}

function literalsOf(node: ESTree.TSType): string[] | null {
  const types = node.type === 'TSUnionType' ? node.types : [node]
  const texts = types.map((type) =>
    type.type === 'TSLiteralType' && type.literal.type === 'Literal' ? String(type.literal.value) : null,
  )
  return texts.includes(null) ? null : (texts as string[])
}

function declarationOf(name: string, file: File): { node: Declaration; file: File } | null {
  const node = file.types.get(name)
  if (node) return { node, file }
  const from = file.imports.get(name)
  return from?.startsWith('src/') ? declarationOf(name, readFile(from)) : null
}

const anything: Promised = { kinds: new Set(['any']), nullable: false, generated: 'no' }
const is = (...kinds: Kind[]): Promised => ({ kinds: new Set(kinds), nullable: false, generated: 'no' })

const named: Record<string, Promised> = {
  Date: is('Date'),
  Buffer: is('Buffer'),
  Json: is('json'),
  JSONColumnType: is('json'),
  Record: is('json'),
  Pick: is('json'),
}

function promisedBy(node: Declaration, file: File): Promised {
  switch (node.type) {
    case 'TSStringKeyword':
      return is('string')
    case 'TSNumberKeyword':
      return is('number')
    case 'TSBooleanKeyword':
      return is('boolean')
    case 'TSNullKeyword':
      return { ...is(), nullable: true }
    case 'TSObjectKeyword':
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration':
      return is('json')
    case 'TSArrayType':
      return is('array')
    case 'TSLiteralType': {
      const { literal } = node
      if (literal.type === 'UnaryExpression') return is('number')
      return literal.type === 'Literal' ? is(typeof literal.value as 'string' | 'number' | 'boolean') : is('string')
    }
    case 'TSUnionType': {
      const parts = node.types.map((type) => promisedBy(type, file))
      const kinds = new Set(parts.flatMap((part) => [...part.kinds]))
      return { kinds, nullable: parts.some(({ nullable }) => nullable), generated: 'no' }
    }
    case 'TSTypeReference':
      return promisedByName(node, file)
    default:
      return anything
  }
}

function promisedByName(node: ESTree.TSTypeReference, file: File): Promised {
  if (node.typeName.type !== 'Identifier') return anything
  const { name } = node.typeName
  const [type] = node.typeArguments?.params ?? []
  if (type && (name === 'Generated' || name === 'GeneratedAlways'))
    return { ...promisedBy(type, file), generated: name === 'Generated' ? 'default' : 'always' }
  if (type && (name === 'Exclude' || name === 'ColumnType')) return promisedBy(type, file)
  if (named[name]) return named[name]
  if (type) return anything
  const found = declarationOf(name, file)
  return found ? promisedBy(found.node, found.file) : anything
}

/** The kind that pg returns for a type of PostgreSQL: `name` as in pg_type, `_text` for an array of texts. */
export function kindOf(name: string): Kind {
  if (name.startsWith('_')) return 'array'
  if (name === 'bool') return 'boolean'
  if (name === 'bytea') return 'Buffer'
  if (/^(int[248]|float[48]|numeric|oid)$/.test(name)) return 'number'
  if (/^(date|timestamptz|timestamp)$/.test(name)) return 'Date'
  return /^jsonb?$/.test(name) ? 'json' : 'string'
}

/** Whether a value of this kind fits the declared type. JSON may hold anything, which only its reader can check. */
export function fits({ kinds }: Promised, kind: Kind): boolean {
  return kind === 'json' || kinds.has('any') || kinds.has(kind)
}
