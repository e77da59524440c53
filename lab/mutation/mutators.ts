import { join } from 'node:path'
import { labModules } from '../../scripts/lab-packages.ts'

/** The parts of Babel's NodePath, and of a tagged template, that this file uses. */
type NodePath = { node: { type: string }; parent: { type: string } }
type TaggedTemplate = {
  type: 'TaggedTemplateExpression'
  tag: { type: string; name?: string }
  quasi: { quasis: { value: { raw: string; cooked?: string } }[] }
}
type Mutator = { name: string; mutate: (path: NodePath) => Iterable<object> }

/**
 * The mutations of SQL, each with a pattern and its replacement. The first two disable the conditions that follow in
 * the same parentheses, up to the next `or`.
 */
const sqlMutations: [RegExp, string][] = [
  [/(?<!between\s+\S+)\sand\s/g, ' and true or false and '],
  [/\sor\s/g, ' or false and '],
  [/\bnot exists\b/g, 'exists'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/ for update\b/g, ''],
  [/ desc\b/g, ''],
]

/** Returns every version of a SQL text that has exactly one mutation. */
export function* mutatedVersionsOf(text: string): Iterable<string> {
  for (const [pattern, replacement] of sqlMutations) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      yield text.slice(0, index) + replacement + text.slice(index + match.length)
    }
  }
}

/**
 * Mutates templates with the tag `sql`. Stryker itself can't mutate SQL, in which about half of our rules are written.
 */
const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate({ node }) {
    if (!isSql(node)) return
    for (const [index, { value }] of node.quasi.quasis.entries()) {
      for (const text of mutatedVersionsOf(value.raw)) {
        const copy = structuredClone(node)
        const part = copy.quasi.quasis[index]
        if (part) part.value = { raw: text, cooked: text }
        yield copy
      }
    }
  },
}

function isSql(node: { type: string }): node is TaggedTemplate {
  return node.type === 'TaggedTemplateExpression' && (node as TaggedTemplate).tag.name === 'sql'
}

/** Tells whether a node is a template literal for data such as a key, as opposed to SQL or an error message. */
function isDataTemplate({ node, parent }: NodePath): boolean {
  return node.type === 'TemplateLiteral' && !isSql(parent) && parent.type !== 'NewExpression'
}

/**
 * Adds the SQL mutator to Stryker's internal list, because Stryker has no plugins for mutators. Limits mutations of
 * strings, which make them empty, to template literals for data: empty SQL always fails, and an empty string literal
 * usually fails type checks.
 */
export async function adaptMutators(): Promise<void> {
  const list = '@stryker-mutator/instrumenter/dist/src/mutators/mutate.js'
  const { allMutators } = (await import(join(labModules, list))) as { allMutators: Mutator[] }
  const textMutator = allMutators.find(({ name }) => name === 'StringLiteral')
  if (!textMutator) throw new Error('Stryker no longer has a mutator "StringLiteral".')
  const { mutate } = textMutator
  textMutator.mutate = (path) => (isDataTemplate(path) ? mutate(path) : [])
  allMutators.push(sqlMutator)
}
