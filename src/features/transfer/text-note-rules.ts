import { reference } from '#features/variables/foreign-variable-rules.ts'
import { findVariables } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { codeFinder } from './code-range-rules.ts'
import { type LineNote, lineFinder, quoteMarkup } from './source-rules.ts'
import { templateWordFinder } from './template-word-rules.ts'

/** Finds placeholders for files and environment variables, such as `${env:HOME}`. Lines are counted from 1. */
export function findUnresolvedPlaceholders(text: string): LineNote[] {
  const lineAt = lineFinder(text, 1)
  return [...text.matchAll(reference)].map(({ 0: written, index }) => ({
    line: lineAt(index),
    sentence: t('{markup} is never filled in here.', { markup: quoteMarkup(written) }),
  }))
}

/** Finds the words of template languages that become text, such as `{{else}}`. */
export function findTemplateWords(text: string): LineNote[] {
  const isTemplateWord = templateWordFinder(text)
  const lineAt = lineFinder(text, 1)
  return findVariables(text)
    .filter(({ name, default: defaultText }) => defaultText === null && isTemplateWord(name))
    .map(({ index, written }) => ({
      line: lineAt(index),
      sentence: t('{written} is template code. It stays text here.', { written }),
    }))
}

/** Says which blanks of a prompt's content are in code, because code is otherwise imported unchanged. */
export function findBlanksInCode(content: string): LineNote[] {
  const isInCode = codeFinder(content)
  return noteOnCode(
    content,
    findVariables(content).filter(({ index }) => isInCode(index)),
    { one: t('It is a blank there too.'), many: t('They are blanks there too.') },
  )
}

/** The end of a note about placeholders that aren't converted. */
export const textInstead = {
  get one() {
    return t('It stays text.')
  },
  get many() {
    return t('They stay text.')
  },
} as const

/** Returns one note about everything that was found in code, with the line of the first. */
export function noteOnCode(
  text: string,
  [first, ...others]: { written: string; index: number }[],
  result: { one: string; many: string },
): LineNote[] {
  if (!first) return []
  const which = quoteMarkup(first.written)
  const sentence =
    others.length === 0
      ? t('{which} is in code. {one}', { which, one: result.one })
      : t('{which} and {length} more are in code. {many}', { which, length: others.length, many: result.many })
  return [{ line: lineFinder(text, 1)(first.index), sentence }]
}
