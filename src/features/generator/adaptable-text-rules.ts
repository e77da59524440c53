import { isStructured } from '#features/catalogue/structured-text-rules.ts'

/** Matches a blank at the end of a text, in one of the ways in which people write them. */
const blankAtEnd = /(?:\{\{[^{}]{1,200}\}\}|\[[^[\]{}"\n]{1,80}\]|\{[^{}[\]":\n]{1,80}\})$/
/** Matches the beginning of code, or of YAML: a key without a value, before an indented line. */
const codeStart =
  /^(?:#!|<\?xml|<!(?:doctype|DOCTYPE)|<html|import \S+|from \S+ import |def \w+\(|class \w+[:({ ]|const \w+ =|function \w*\(|[\w-]{1,60}: *(?:[|>][-+]?)?\n+(?: +|\t|- )\S)/
/** Matches expressions of other programs, such as `{{ $json.name }}`, `{{#if x}}` and `{% for %}`. */
const foreignExpression = /\{\{[#/>]|\{\{[^{}:$[]{0,60}[$[]|\{%/

/**
 * Tells whether sentences can follow a prompt's text without breaking it. They can't follow JSON, YAML or code, nor are
 * the expressions of other programs blanks that somebody can fill in.
 */
export function canBeAdapted(content: string): boolean {
  const text = content.trim()
  if (isStructured(text) || codeStart.test(text) || foreignExpression.test(text)) return false
  if (text.startsWith('```') && text.endsWith('```')) return false
  return !/[}\]]$/.test(text.slice(-400).replace(blankAtEnd, ''))
}
