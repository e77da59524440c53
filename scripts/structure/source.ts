import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import manifest from '../../package.json' with { type: 'json' }

/**
 * An import or re-export. `target` is a path in this repository or the name of a package (`node:fs`, `@scope/name`).
 */
export type Import = { target: string; line: number; typesOnly: boolean }

/** A place where code names a table, and whether the code changes the table. */
export type TableUse = { table: string; line: number; changes: boolean }

/** What the rules need to know about a source file. `ownTables` are those that it declares in `interface Tables`. */
export type Source = { path: string; imports: Import[]; tableUses: TableUse[]; ownTables: string[] }

/**
 * A violation: its place, the name of the violated rule, and a message that gives the reason and says what to do
 * instead.
 */
export type Violation = { path: string; line: number; rule: string; message: string }

/** Parses a TypeScript file. Throws if it has syntax errors. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} has a syntax error: ${errors[0].message}`)
  const source: Source = { path, imports: [], tableUses: [], ownTables: [] }
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const addImport = (node: ESTree.Node, specifier: string, typesOnly: boolean) =>
    source.imports.push({ target: resolveTarget(path, specifier), line: lineOf(node.start), typesOnly })
  const addUses = (node: ESTree.Node, uses: Omit<TableUse, 'line'>[]) =>
    source.tableUses.push(...uses.map((use) => ({ ...use, line: lineOf(node.start) })))

  new Visitor({
    ImportDeclaration: (node) => addImport(node, node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => addImport(node, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && addImport(node, node.source.value, node.exportKind === 'type'),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') addImport(node, String(node.source.value), false)
    },
    TSImportType: (node) => addImport(node, node.source.value, true),
    TaggedTemplateExpression: (node) =>
      addUses(node, tablesInSql(node.quasi.quasis.map((part) => part.value.cooked).join('?'))),
    CallExpression: (node) => addUses(node, tablesInCall(node)),
    TSInterfaceDeclaration: (node) => source.ownTables.push(...tablesDeclaredBy(node)),
  }).visit(program)
  return source
}

/**
 * Resolves an import. `../rules.ts` and `#lib/slug.ts` become paths in this repository, `pg/lib/x` becomes the package
 * `pg`.
 */
export function resolveTarget(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  for (const [alias, path] of Object.entries(manifest.imports)) {
    const prefix = alias.replace('*', '')
    const matches = alias.endsWith('*') ? specifier.startsWith(prefix) : specifier === alias
    if (matches) return posix.normalize(path.replace('*', specifier.slice(prefix.length)))
  }
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const readInSql = /\b(?:from|join)\s+(?:only\s+)?"?(\w+)/gi
const changeInSql =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+"?(\w+)/gi

function tablesInSql(text: string): Omit<TableUse, 'line'>[] {
  const changes = [...text.matchAll(changeInSql)].map((match) => ({ table: match[1] ?? '', changes: true }))
  const reads = [...text.matchAll(readInSql)].map((match) => ({ table: match[1] ?? '', changes: false }))
  return [...changes, ...reads]
}

/** Converts a name such as `promptVersions` in Kysely to `prompt_versions` in the database. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const kyselyReads = /^(selectFrom|using|from|\w*[jJ]oin|\w*JoinLateral)$/
const kyselyChanges = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/

/** Finds the tables in `db.selectFrom('prompts as p')`, `.innerJoin('categories', …)` and `.selectFrom(['a', 'b'])`. */
function tablesInCall(node: ESTree.CallExpression): Omit<TableUse, 'line'>[] {
  if (node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier') return []
  const method = node.callee.property.name
  const changes = kyselyChanges.test(method)
  const [firstArgument] = node.arguments
  if (!firstArgument || (!changes && !kyselyReads.test(method))) return []
  const names = firstArgument.type === 'ArrayExpression' ? firstArgument.elements : [firstArgument]
  return names.flatMap((name) =>
    name?.type === 'Literal' && typeof name.value === 'string'
      ? [{ table: snakeCase(name.value.split(/\s/)[0] ?? ''), changes }]
      : [],
  )
}

/** Returns the tables that a feature's `*.table.ts` adds to the platform's `Tables`. */
function tablesDeclaredBy(node: ESTree.TSInterfaceDeclaration): string[] {
  if (node.id.name !== 'Tables') return []
  return node.body.body.flatMap((member) => {
    if (member.type !== 'TSPropertySignature') return []
    if (member.key.type === 'Identifier') return [snakeCase(member.key.name)]
    return member.key.type === 'Literal' ? [snakeCase(String(member.key.value))] : []
  })
}
