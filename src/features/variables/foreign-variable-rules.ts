import { cutText } from '#lib/well-formed.ts'
import { addressStart, nameMax, namePattern, withAllowedCharacters } from './variable-rules.ts'

/**
 * Matches the start of a reference, which other programs replace with the value of an environment variable or the text
 * of a file. Here a reference stays unchanged.
 */
const referenceStart = '(?:env|file):'
export const reference = new RegExp(String.raw`\$\{${referenceStart}[^{}\n]*\}`, 'g')
const start = String.raw`\$\{(?!${referenceStart}|${addressStart})`
/** `${name:-text}`, `:=`, `:+` and `:?` are expansions in a shell script. */
const end = String.raw`(?::(?![-=+?])([^{}]*))?\}`

/** Matches a variable of other catalogues whose name is also valid here: `${name}` or `${name:default}`. */
export const foreignVariable = new RegExp(`${start}(${namePattern})${end}`, 'gu')
/** Matches a variable of other catalogues whose name may also have apostrophes, slashes and `&`. */
const withForeignName = new RegExp(String.raw`${start}([\p{L}_][\p{L}\p{N}_\-'’/& ]{0,60})${end}`, 'gu')
/** Matches a text. Its group has as many whole words as fit into a name. */
const wholeWords = new RegExp(`^(.{1,${nameMax}})(?= |$).*$`, 'su')

/**
 * Converts the variables of other catalogues to ours. Code such as `${error.message}` and references such as
 * `${env:HOME}` stay unchanged. `isOnlyShown` is for a result that isn't stored: names that aren't valid here are then
 * adapted, as in `${tone/style}`, and empty defaults are left out.
 */
export function convertForeignVariables(content: string, { isOnlyShown = false } = {}): string {
  if (!isOnlyShown)
    return content.replace(foreignVariable, (_, name: string, defaultText?: string) => inOurSyntax(name, defaultText))
  // `${{{name}}}` is a foreign variable around one of ours. Only ours stays.
  const flat = content.replace(/\$\{(\{\{[^{}]+\}\})\}/g, '$1')
  return flat.replace(withForeignName, (_, words: string, defaultText = '') =>
    inOurSyntax(adaptName(words), defaultText.trim() ? defaultText : undefined),
  )
}

/** Returns a variable in our syntax. */
function inOurSyntax(name: string, defaultText?: string): string {
  return defaultText === undefined ? `{{${name}}}` : `{{${name}:${defaultText}}}`
}

/**
 * Converts a foreign name to a name that is valid here. If it has to be shortened, it ends after a whole word, unless
 * its first word is too long.
 */
function adaptName(words: string): string {
  return cutText(withAllowedCharacters(words).replace(wholeWords, '$1'), nameMax).trim()
}
