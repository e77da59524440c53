import { type ESTree, parseSync, Visitor } from 'vite'
import type { Violation } from './source.ts'

const rule = 'The direction follows the member’s text'
const message =
  'The first letter that the browser finds here is in our own English text, so `dir="auto"` always means left to right. Put the member’s text in <bdi> or an element of its own.'

/**
 * Checks that an element with `dir="auto"` doesn't begin with a text of ours. The browser takes the direction from the
 * first letter, apart from those in `<bdi>` and in elements with their own `dir`.
 */
export function checkTextDirection(files: Map<string, string>): Violation[] {
  return [...files]
    .filter(([path]) => path.startsWith('src/') && path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .flatMap(([path, text]) => {
      const violations: Violation[] = []
      new Visitor({
        JSXElement: (node) => {
          if (directionOf(node) !== 'auto' || beginningOf(node.children) !== 'ours') return
          violations.push({ path, line: text.slice(0, node.start).split('\n').length, rule, message })
        },
      }).visit(parseSync(path, text).program)
      return violations
    })
}

/** Returns the value of the attribute `dir`, null if the element has none, and an empty text for an expression. */
function directionOf({ openingElement }: ESTree.JSXElement): string | null {
  const attribute = openingElement.attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === 'dir')
  if (attribute?.type !== 'JSXAttribute') return null
  return attribute.value?.type === 'Literal' ? String(attribute.value.value) : ''
}

/** Tells whether the first letters among these children are ours or a value, or null if there are none. */
function beginningOf(children: ESTree.JSXChild[]): 'ours' | 'value' | null {
  for (const child of children) {
    const beginning = beginningOfChild(child)
    if (beginning) return beginning
  }
  return null
}

function beginningOfChild(child: ESTree.JSXChild): 'ours' | 'value' | null {
  switch (child.type) {
    case 'JSXText':
      return beginningOfText(child.value)
    case 'JSXElement':
      if (directionOf(child) !== null || nameOf(child) === 'bdi' || nameOf(child) === 'Icon') return null
      return child.children.length > 0 || !/^[A-Z]/.test(nameOf(child)) ? beginningOf(child.children) : 'value'
    case 'JSXFragment':
      return beginningOf(child.children)
    case 'JSXExpressionContainer':
      return beginningOfExpression(child.expression)
    default:
      return 'value'
  }
}

function beginningOfExpression(expression: ESTree.JSXExpression): 'ours' | 'value' | null {
  if (expression.type === 'JSXEmptyExpression') return null
  if (expression.type === 'Literal') return beginningOfText(String(expression.value))
  if (expression.type !== 'TemplateLiteral') return 'value'
  return beginningOfText(expression.quasis[0]?.value.cooked ?? '') ?? 'value'
}

const beginningOfText = (text: string) => (/\p{L}/u.test(text) ? 'ours' : null)

function nameOf({ openingElement: { name } }: ESTree.JSXElement): string {
  return name.type === 'JSXIdentifier' ? name.name : ''
}
