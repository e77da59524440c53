import { join } from 'node:path'

/** What this reads of a place in the syntax tree (Babel's NodePath) and of a tagged template in it. */
type Place = { node: { type: string }; parent: { type: string } }
type TaggedTemplate = {
  type: 'TaggedTemplateExpression'
  tag: { type: string; name?: string }
  quasi: { quasis: { value: { raw: string; cooked?: string } }[] }
}
type Mutator = { name: string; mutate: (place: Place) => Iterable<object> }

/** One change of SQL at a time. The first two drop the conditions that follow in the same brackets. */
const changes: [RegExp, string][] = [
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

/** A piece of SQL with one thing changed, once for each thing that can be. */
export function* changesOf(text: string): Iterable<string> {
  for (const [pattern, replacement] of changes) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      yield text.slice(0, index) + replacement + text.slice(index + found.length)
    }
  }
}

/** Stryker doesn't know SQL, where half of our rules stand: this changes the templates that are tagged `sql`. */
const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate({ node }) {
    if (!isSql(node)) return
    for (const [place, { value }] of node.quasi.quasis.entries()) {
      for (const text of changesOf(value.raw)) {
        const copy = structuredClone(node)
        const part = copy.quasi.quasis[place]
        if (part) part.value = { raw: text, cooked: text }
        yield copy
      }
    }
  },
}

function isSql(node: { type: string }): node is TaggedTemplate {
  return node.type === 'TaggedTemplateExpression' && (node as TaggedTemplate).tag.name === 'sql'
}

/** Written with parts, and neither SQL nor the sentence of an error: keys, mostly. */
function isTemplateOfData({ node, parent }: Place): boolean {
  return node.type === 'TemplateLiteral' && !isSql(parent) && parent.type !== 'NewExpression'
}

/**
 * Adds the mutator of SQL to Stryker's list, in the module where that stands: Stryker takes no mutators as plugins. Of
 * texts only templates stay: an emptied statement proves nothing, an emptied word of ours doesn't pass the types.
 */
export async function adaptMutators(): Promise<void> {
  const list = '../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js'
  const { allMutators } = (await import(join(import.meta.dirname, list))) as { allMutators: Mutator[] }
  const texts = allMutators.find(({ name }) => name === 'StringLiteral')
  if (!texts) throw new Error('Stryker has no mutator "StringLiteral" any more.')
  const { mutate } = texts
  texts.mutate = (place) => (isTemplateOfData(place) ? mutate(place) : [])
  allMutators.push(sqlMutator)
}
