import { nameMax, namePattern, withAllowedCharacters } from './variable-rules.ts'

/** Other programs replace a reference with an environment variable or a file. Here it stays as it is. */
const referenceStart = '(?:env|file):'
export const reference = new RegExp(String.raw`\$\{${referenceStart}[^{}\n]*\}`, 'g')
const start = String.raw`\$\{(?!${referenceStart})`
const end = String.raw`(?::([^{}]*))?\}`

/** A variable of other catalogues whose name is also valid here: `${name}` or `${name:default}`. */
export const foreignVariable = new RegExp(`${start}(${namePattern})${end}`, 'gu')
const withForeignName = new RegExp(String.raw`${start}([\p{L}_][\p{L}\p{N}_\-'’/& ]{1,60})${end}`, 'gu')
const wholeWords = new RegExp(`^(.{1,${nameMax}})(?= |$).*$`, 'su')

/**
 * Converts the variables of other catalogues into ours. Code such as `${error.message}` doesn't change, nor do
 * references such as `${env:HOME}`. `isOnlyShown`: also converts `${words/like these}`, whose names aren't valid here,
 * and leaves out empty defaults.
 */
export function convertForeignVariables(content: string, { isOnlyShown = false } = {}): string {
  if (!isOnlyShown) return content.replace(foreignVariable, (_, name: string, preset?: string) => ours(name, preset))
  // A foreign variable around one of ours, `${{{name}}}`: only ours is kept.
  const flat = content.replace(/\$\{(\{\{[^{}]+\}\})\}/g, '$1')
  return flat.replace(withForeignName, (_, words: string, preset = '') =>
    ours(adaptedName(words), preset.trim() ? preset : undefined),
  )
}

function ours(name: string, preset?: string): string {
  return preset === undefined ? `{{${name}}}` : `{{${name}:${preset}}}`
}

/** A valid name for these words. A cut name ends after a whole word, if its first word isn't too long. */
function adaptedName(words: string): string {
  return withAllowedCharacters(words).replace(wholeWords, '$1').slice(0, nameMax).trim()
}
