import { type ESTree, parseSync, Visitor } from 'vite'
import { textKey } from '#lib/texts.ts'

/** A text that code shows to people. `text` is English; so are its forms, if it is a plural. */
export type FoundText = {
  key: string
  text: string
  /** The English plural. */
  other?: string
  context?: string
  /** The literals of the text and of its plural in the code, as offsets. */
  spans: { start: number; end: number }[]
}

/** A call whose text can't be found. */
export type TextProblem = { start: number; message: string }

const modules = /^(#lib\/texts\.ts|#ui\/rich\.ts|\.\.?\/(?:\w+\/)*(?:texts|rich)\.ts)$/

/** At which argument of each function the text is, and whether its plural follows. */
const functions: Record<string, { at: number; isPlural: boolean }> = {
  t: { at: 0, isPlural: false },
  msg: { at: 0, isPlural: false },
  storedText: { at: 0, isPlural: false },
  rich: { at: 0, isPlural: false },
  plural: { at: 1, isPlural: true },
  richPlural: { at: 1, isPlural: true },
}

/** Finds the texts for people in a source file: the literals in calls of `t`, `plural`, `msg`, `rich` and `richPlural`. */
export function findTexts(path: string, code: string): { texts: FoundText[]; problems: TextProblem[] } {
  const texts: FoundText[] = []
  const problems: TextProblem[] = []
  if (!/\/(?:texts|rich)\.ts['"]/.test(code)) return { texts, problems }
  const imported = new Set<string>()
  new Visitor({
    ImportDeclaration(node) {
      if (!modules.test(node.source.value)) return
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier' && one.local.name in functions) imported.add(one.local.name)
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !imported.has(node.callee.name)) return
      const { at, isPlural } = functions[node.callee.name] as { at: number; isPlural: boolean }
      const parts = isPlural ? [node.arguments[at], node.arguments[at + 1]] : [node.arguments[at]]
      const values = parts.map(literalOf)
      if (values.some((value) => value === null))
        return void problems.push({
          start: node.start,
          message: `The text of ${node.callee.name}() must be a literal, so that it can be found and translated. Put values in braces, and mark constants with msg() where they are written.`,
        })
      const [text, other] = values as [string, string | undefined]
      const context = contextIn(node.arguments[at + parts.length])
      if (context === null)
        return void problems.push({
          start: node.start,
          message: `The context of ${node.callee.name}() must be a literal: it is part of the key of a text.`,
        })
      const spans = parts.map((part) => ({ start: part?.start ?? 0, end: part?.end ?? 0 }))
      texts.push({ key: textKey(text, { other, context }), text, other, context, spans })
    },
  }).visit(parseSync(path, code).program)
  return { texts, problems }
}

function literalOf(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null
  return null
}

/** The literal `context` of a call's values, or null if it isn't a literal. */
function contextIn(values: ESTree.Node | undefined): string | null | undefined {
  if (values?.type !== 'ObjectExpression') return undefined
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    if (property.key.name === 'context') return literalOf(property.value)
  }
  return undefined
}
