import { type ESTree, parseSync, Visitor } from 'vite'
import type { Pattern } from './pattern-cost.ts'
import { resolveTarget } from './source.ts'

/** A pattern in the source, and its line. `pattern` is null if it is known only when the program runs. */
export type FoundPattern = { line: number; code: string; pattern: Pattern | null }

type Value = string | string[] | Pattern
type Module = { program: ESTree.Program; constants: Map<string, ESTree.Expression>; imports: Map<string, string> }

/** Stands for a part of a pattern that only the running program knows, such as a blank's name or how often it may come. */
const unknownPart = '9'

/** Finds the patterns of one file: literals, and `new RegExp` of texts that constants of this or other files make up. */
export function createPatternReader(files: Map<string, string>) {
  const modules = new Map<string, Module>()

  function moduleOf(path: string): Module {
    const known = modules.get(path)
    if (known) return known
    const { program } = parseSync(path, files.get(path) ?? '')
    const module: Module = { program, constants: new Map(), imports: new Map() }
    modules.set(path, module)
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type === 'Identifier' && init) module.constants.set(id.name, init)
      },
      ImportDeclaration: ({ source, specifiers }) => {
        for (const { local } of specifiers) module.imports.set(local.name, resolveTarget(path, source.value))
      },
    }).visit(program)
    return module
  }

  function readValue(path: string, node: ESTree.Expression): Value | null {
    switch (node.type) {
      case 'Literal':
        if ('regex' in node) return { source: node.regex.pattern, flags: node.regex.flags }
        return ['string', 'number'].includes(typeof node.value) ? String(node.value) : null
      case 'TemplateLiteral':
        return textOfTemplate(path, node, 'cooked')
      case 'TaggedTemplateExpression':
        return textOfTemplate(path, node.quasi, 'raw')
      case 'ArrayExpression':
        return node.elements.map((element) => textOf(path, element))
      case 'TSAsExpression':
        return readValue(path, node.expression)
      case 'Identifier':
        return readName(path, node.name)
      case 'MemberExpression': {
        const object = readValue(path, node.object)
        return object && typeof object === 'object' && 'source' in object ? object.source : null
      }
      case 'CallExpression': {
        const isJoin = node.callee.type === 'MemberExpression' && calleeName(node.callee) === 'join'
        const list = isJoin && node.callee.type === 'MemberExpression' ? readValue(path, node.callee.object) : null
        return Array.isArray(list) ? list.join(textOf(path, node.arguments[0])) : null
      }
      default:
        return null
    }
  }

  function readName(path: string, name: string): Value | null {
    const { constants, imports } = moduleOf(path)
    const constant = constants.get(name)
    if (constant) return readValue(path, constant)
    const target = imports.get(name)
    return target && files.has(target) ? readName(target, name) : null
  }

  function textOf(path: string, node: ESTree.Node | null | undefined): string {
    const value = node ? readValue(path, node as ESTree.Expression) : null
    if (typeof value === 'string') return value
    return value && 'source' in value ? value.source : unknownPart
  }

  function textOfTemplate(path: string, { quasis, expressions }: ESTree.TemplateLiteral, kind: 'cooked' | 'raw') {
    return quasis
      .flatMap(({ value }, at) => [value[kind] ?? '', expressions[at] ? textOf(path, expressions[at]) : ''])
      .join('')
  }

  return function patternsOf(path: string): FoundPattern[] {
    const text = files.get(path) ?? ''
    const found: FoundPattern[] = []
    const add = ({ start, end }: ESTree.Node, pattern: Pattern | null) =>
      found.push({ line: text.slice(0, start).split('\n').length, code: text.slice(start, end), pattern })
    new Visitor({
      Literal: (node) => {
        if ('regex' in node) add(node, { source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression: (node) => {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
        const [source, flags] = node.arguments
        const value = source ? readValue(path, source as ESTree.Expression) : null
        if (typeof value === 'string') add(node, { source: value, flags: flags ? textOf(path, flags) : '' })
        else if (value === null || Array.isArray(value)) add(node, null)
      },
    }).visit(moduleOf(path).program)
    return found
  }
}

function calleeName({ property }: ESTree.MemberExpression): string {
  return property.type === 'Identifier' ? property.name : ''
}
