import type { Violation } from './source.ts'

const rule = 'Sides are logical'
const message =
  'This side stays where it is in languages that are written from right to left. Use a logical one: `ms-2`, `pe-4`, `border-s`, `text-start`, `start-0`; in CSS `inset-inline`, `padding-inline-start`, `text-align: start`, `border-start-start-radius`, and `calc(var(--toward) * …)` for what moves sideways.'

/** The styles that place something by coordinates that a script has measured, which count from the left. */
const measured = new Map([
  ['src/features/writing/web/prompt-text-field.css', ['inset: var(--top, 100%) auto auto var(--left, 0)']],
])

/** A class without its variants (`md:`), its minus and its exclamation mark. */
const physicalClass =
  /^(?:(?:scroll-)?[mp][lr]-[\w.[(]|border-[lr](?![a-z])|rounded-[tb]?[lr](?![a-z])|(?:text|float|clear|origin|bg)-(?:left|right)$|(?:left|right)-(?:[\d[(]|full|auto|px)|translate-x-|skew-x-|space-x-|divide-x)/
/** The words of a line, and what may stand before a class in its word. */
const separators = /[\s"'`]+/
const variants = /^(?:.*[:])?[!-]?/

const physicalProperty =
  /(?:^|[\s{;])((?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:/
const physicalValue = /(?:text-align|float|clear|position-area|transform-origin)\s*:[^;]*\b(?:span-)?(?:left|right)\b/
const translation = /translate(?:X\(|:)([^;)]*)/
const declaration =
  /(?:^|[\s{;])(margin|padding|inset|scroll-margin|scroll-padding|border-width|border-color|border-style|border-radius)\s*:\s*([^;{}]+)/

/** Checks that styles have no left and right, apart from `measured`, so that they mirror in right-to-left languages. */
export function checkLogicalSides(files: Map<string, string>): Violation[] {
  return [...files].flatMap(([path, text]) => {
    const isPhysical = path.endsWith('.css') ? isPhysicalStyle : isProductCode(path) ? hasPhysicalClass : null
    if (!isPhysical || !path.startsWith('src/')) return []
    return text.split('\n').flatMap((line, index) => {
      const isMeasured = measured.get(path)?.some((one) => line.includes(one))
      return isPhysical(line) && !isMeasured ? [{ path, line: index + 1, rule, message }] : []
    })
  })
}

function isProductCode(path: string): boolean {
  return path.endsWith('.tsx') && !path.endsWith('.test.tsx')
}

function hasPhysicalClass(line: string): boolean {
  return line.split(separators).some((word) => physicalClass.test(word.replace(variants, '')))
}

function isPhysicalStyle(line: string): boolean {
  if (physicalProperty.test(line) || physicalValue.test(line)) return true
  const [, moved = '0'] = translation.exec(line) ?? []
  if (!/--toward|^\s*(?:0|none)(?![\w.])/.test(moved)) return true
  const [, name = '', value = ''] = declaration.exec(line) ?? []
  return value !== '' && !isSymmetric(name, partsOf(value))
}

/** The parts of a value that spaces separate, without those in brackets. */
function partsOf(value: string): string[] {
  return (
    value
      .replace(/!important/, '')
      .trim()
      .match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
  )
}

/** Whether a value is the same on both sides. A radius begins at the top left corner, everything else at the top. */
function isSymmetric(name: string, [first, second = first, third = first, fourth = second]: string[]): boolean {
  return name === 'border-radius' ? first === second && third === fourth : second === fourth
}
