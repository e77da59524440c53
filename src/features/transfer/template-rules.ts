import { t } from '#lib/texts.ts'
import { blankNamer, contentOf, type Piece } from './piece-rules.ts'
import { type PromptSource, quoteMarkup } from './source-rules.ts'

/**
 * Converts a template expression (`whole`, or `inner` without its delimiters) to text or a blank. `nameOf` returns the
 * blank's name for a name in the template. Returns null for code, which stays text and gets a note.
 */
type ReadExpression = (whole: string, inner: string | undefined, nameOf: (written: string) => string) => Piece | null

const identifier = /^[A-Za-z_]\w*$/
/** Matches words that are reserved in Handlebars, or in Dotprompt, which extends it. */
const reservedWord = /^(?:else|this|history|true|false|null|undefined)$/
const jinjaDefault = /^([A-Za-z_]\w*)\s*\|\s*default\(\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*\)$/

/**
 * Converts a text in Handlebars or Mustache. Plain names become blanks; helpers and blocks stay text. Returns the
 * content, and a function that returns the blank's name for a name in the template.
 */
export function fromHandlebarsText(source: PromptSource): { content: string; nameOf: (written: string) => string } {
  const pattern = /(?<!\\)(\\*)(\{\{\{?([^{}]*)\}\}\}?)/g
  return convertExpressions(source, pattern, (_whole, inner = '', nameOf) => {
    const word = inner.replace(/^[~&]|~$/g, '').trim()
    return identifier.test(word) && !reservedWord.test(word) ? { name: nameOf(word), default: null } : null
  })
}

/**
 * Converts a text in Jinja and returns the same as `fromHandlebarsText`. Names become blanks, with their default if it
 * is a string. The tags `{% raw %}` and `{% endraw %}` are removed; what is between them stays text, like everything
 * else.
 */
export function fromJinja(source: PromptSource): { content: string; nameOf: (written: string) => string } {
  const pattern = /()(\{\{-?([^{}]*?)-?\}\}|\{%[^{}]*%\}|\{#[^{}]*#\})/g
  let isRaw = false
  return convertExpressions(source, pattern, (whole, inner, nameOf) => {
    const [, block] = /^\{%-?\s*(raw|endraw)\s*-?%\}$/.exec(whole) ?? []
    if (block) isRaw = block === 'raw'
    if (block) return ''
    if (isRaw) return whole
    const word = (inner ?? '').trim()
    if (identifier.test(word)) return { name: nameOf(word), default: null }
    const [, name = '', double, single] = jinjaDefault.exec(word) ?? []
    return name === '' ? null : { name: nameOf(name), default: double ?? single ?? '' }
  })
}

/**
 * Converts the expressions in a template. The groups of `pattern` are the backslashes before an expression, the whole
 * expression, and the text in its braces. In Handlebars, a backslash escapes an expression. In our syntax, no blank can
 * follow a backslash.
 */
function convertExpressions(source: PromptSource, pattern: RegExp, read: ReadExpression) {
  const nameOf = blankNamer()
  const pieces: Piece[] = []
  let end = 0
  for (const match of source.body.matchAll(pattern)) {
    const { 1: backslashes = '', 2: whole = '', 3: inner } = match
    const before = source.body.slice(end, match.index)
    end = match.index + match[0].length
    const piece = before.endsWith('\\') ? null : read(whole, inner, nameOf)
    if (backslashes === '\\') pieces.push(before, whole)
    else if (piece !== null && backslashes === '') pieces.push(before, piece)
    else {
      source.notes.add(
        source.lineAt(match.index),
        t('{markup} is template code. It stays text here.', { markup: quoteMarkup(whole) }),
      )
      pieces.push(before, match[0])
    }
  }
  return { content: contentOf([...pieces, source.body.slice(end)]), nameOf }
}
