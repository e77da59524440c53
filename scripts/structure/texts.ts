import { type ESTree, parseSync, Visitor } from 'vite'
import { languages } from '#lib/languages.ts'
import { pluralCategories } from '#lib/texts.ts'
import { type Catalogue, type Entry, keyOfEntry, readCatalogue } from '#server/languages/catalogue-file.ts'
import { describeEntry, problemOfEntry } from '#server/languages/check-entry.ts'
import { findTexts } from '#server/languages/find-texts.ts'
import type { Violation } from './source.ts'

const rule = 'Texts can be translated'

/** What people see: the folders whose texts are all in the catalogues. */
const shown = /^src\/(?:features\/[^/]+\/web|routes|ui|app)\//

/** The path of a language's catalogue. */
export const cataloguePath = (tag: string) => `src/languages/${tag}.po`

/** The languages that have catalogues: all but English, whose texts are in the code. */
export const translatedLanguages = languages.filter(({ tag }) => tag !== 'en')

/** Finds all texts of the product, each with the files that show it. Forms are empty. `files`: contents by path. */
export function findAllTexts(files: Map<string, string>): { entries: Map<string, Entry>; violations: Violation[] } {
  const entries = new Map<string, Entry>()
  const violations: Violation[] = []
  for (const [path, code] of files) {
    if (!isProduct(path)) continue
    const { texts, problems } = findTexts(path, code)
    for (const { start, message } of problems) violations.push({ path, line: lineOf(code, start), rule, message })
    for (const { key, text, other, context } of texts) {
      const entry = entries.get(key) ?? { text, other, context, forms: [], files: [], notes: [] }
      if (!entry.files.includes(path)) entry.files.push(path)
      entries.set(key, entry)
    }
  }
  return { entries, violations }
}

const isProduct = (path: string) => /^src\/.*\.tsx?$/.test(path) && !/\.(test|gen|fixture)\.tsx?$/.test(path)

const lineOf = (code: string, offset: number) => code.slice(0, offset).split('\n').length

/**
 * Checks the texts of the product: each is found by the extraction, no page has a bare text, and the catalogue
 * of a complete language has exactly these texts, all translated, with the same names, tags and all plural forms.
 */
export function checkTexts(files: Map<string, string>): Violation[] {
  const { entries, violations } = findAllTexts(files)
  for (const [path, code] of files) {
    if (isShown(path)) violations.push(...findBareTexts(path, code))
    if (isProduct(path)) violations.push(...findFixedLocales(path, code), ...findEnglishPieces(path, code))
  }
  for (const { tag, isComplete } of translatedLanguages) {
    const path = cataloguePath(tag)
    const file = files.get(path)
    if (file === undefined) continue
    const add = (message: string) => violations.push({ path, line: 1, rule, message })
    const catalogue = readCatalogue(file)
    const forms = pluralCategories(tag).length
    for (const entry of catalogue.entries) {
      const problem = problemOfEntry(entry, forms)
      if (problem) add(`The translation of ${describeEntry(entry)} ${problem}.`)
    }
    if (isComplete) for (const message of differences(catalogue, entries)) add(message)
  }
  return violations
}

function differences({ entries }: Catalogue, expected: Map<string, Entry>): string[] {
  const known = new Map(entries.map((entry) => [keyOfEntry(entry), entry]))
  const messages: string[] = []
  for (const [key, entry] of expected) {
    const found = known.get(key)
    if (!found) messages.push(`${describeEntry(entry)} is missing. Run npm run texts, and translate it.`)
    else if (found.isFuzzy || !found.forms.every(Boolean) || found.forms.length === 0)
      messages.push(`${describeEntry(entry)} isn’t translated.`)
  }
  for (const [key, entry] of known)
    if (!expected.has(key)) messages.push(`No code has the text ${describeEntry(entry)}. Run npm run texts.`)
  return messages
}

function isShown(path: string): boolean {
  return isProduct(path) && path.endsWith('.tsx') && shown.test(path)
}

/** The functions that show a text, and at which argument its values are. */
const valuesAt: Record<string, number> = { t: 1, translate: 1, rich: 1, plural: 3, richPlural: 3 }

/** Finds English words that are values of texts, which no language could put into its sentence. */
function findEnglishPieces(path: string, code: string): Violation[] {
  const violations: Violation[] = []
  new Visitor({
    CallExpression({ callee, arguments: values }) {
      const at = callee.type === 'Identifier' ? valuesAt[callee.name] : undefined
      const object = at === undefined ? undefined : values[at]
      if (object?.type !== 'ObjectExpression') return
      for (const property of object.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name === 'context')
          continue
        for (const piece of literalsIn(property.value)) {
          // Names have capital letters.
          if (!/^[a-z’ ]{3,}$/.test(piece)) continue
          const message = `“${piece}” is an English piece of a sentence. Write one whole text for each case.`
          violations.push({ path, line: lineOf(code, property.start), rule, message })
        }
      }
    },
  }).visit(parseSync(path, code).program)
  return violations
}

/** The texts that an expression may be. */
function literalsIn(node: ESTree.Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)]
  return node.type === 'LogicalExpression' ? [...literalsIn(node.left), ...literalsIn(node.right)] : []
}

/** Formats for people whose language is fixed in the code. */
const fixedLocale = /\bIntl\.\w+\(\s*['"`](?!und|\$)|\.toLocale(?:Date|Time|)String\(\s*[)'"]/

/** Finds numbers, dates, lists and names that are always written as English does. */
function findFixedLocales(path: string, code: string): Violation[] {
  const message =
    'This is written in one language for everybody. Use formatNumber, usDate, formatList or languageName, or the tag of currentLanguage().'
  return code
    .split('\n')
    .flatMap((line, index) => (fixedLocale.test(line) ? [{ path, line: index + 1, rule, message }] : []))
}

/** The attributes whose texts people see or hear. */
const shownAttributes = new Set(['aria-label', 'alt', 'placeholder', 'title', 'aside', 'label', 'aria-description'])

/** Words that are the same in every language, such as names, keys and code. */
const untranslated =
  /^\p{L}$|^(?:[^\p{L}]|https?:\S*|Promptarium|Markdown|JSON|CSV|PDF|API|MCP|GitHub|ChatGPT|Claude|Gemini)*$/u

/** Finds texts in JSX that aren't in any catalogue. */
function findBareTexts(path: string, code: string): Violation[] {
  const violations: Violation[] = []
  const add = (node: ESTree.Node, text: string) => {
    if (untranslated.test(text.trim())) return
    const message = `“${text.trim()}” isn’t in the catalogues. Write {t('…')}, or rich('…') around elements (docs/languages.md).`
    violations.push({ path, line: lineOf(code, node.start), rule, message })
  }
  new Visitor({
    JSXElement({ openingElement: { name }, children }) {
      if (name.type === 'JSXIdentifier' && (name.name === 'code' || name.name === 'kbd')) return
      for (const child of children) if (child.type === 'JSXText') add(child, child.value)
    },
    JSXFragment({ children }) {
      for (const child of children) if (child.type === 'JSXText') add(child, child.value)
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && shownAttributes.has(node.name.name) && node.value?.type === 'Literal')
        add(node, String(node.value.value))
    },
  }).visit(parseSync(path, code).program)
  return violations
}
