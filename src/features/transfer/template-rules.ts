import { blankNames, contentOf, type Piece } from './piece-rules.ts'
import { type PromptSource, shownMark } from './source-rules.ts'

/** What a mark of a template becomes: a piece, or null for code, which stays text and is noted. */
type ReadMark = (whole: string, inner: string | undefined, nameOf: (written: string) => string) => Piece | null

const identifier = /^[A-Za-z_]\w*$/
/** Words that Handlebars reads as its own. */
const ownWord = /^(?:else|this|history|true|false|null|undefined)$/
const jinjaDefault = /^([A-Za-z_]\w*)\s*\|\s*default\(\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*\)$/

/** A text in Handlebars or Mustache as our content: values become blanks, helpers and blocks stay text. */
export function fromHandlebarsText(source: PromptSource): { content: string; names: (written: string) => string } {
  const mark = /(?<!\\)(\\*)(\{\{\{?([^{}]*)\}\}\}?)/g
  return read(source, mark, (_whole, inner = '', nameOf) => {
    const word = inner.replace(/^[~&]|~$/g, '').trim()
    return identifier.test(word) && !ownWord.test(word) ? { name: nameOf(word), default: null } : null
  })
}

/** A text in Jinja as our content: values become blanks, with their default if it is a text; all else stays text. */
export function fromJinja(source: PromptSource): { content: string; names: (written: string) => string } {
  const mark = /()(\{\{-?([^{}]*?)-?\}\}|\{%[^{}]*%\}|\{#[^{}]*#\})/g
  let isRaw = false
  return read(source, mark, (whole, inner, nameOf) => {
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

/** Backslashes escape a mark in Handlebars; elsewhere a blank can't follow one. */
function read(source: PromptSource, mark: RegExp, readMark: ReadMark) {
  const nameOf = blankNames()
  const pieces: Piece[] = []
  let end = 0
  for (const match of source.body.matchAll(mark)) {
    const { 1: slashes = '', 2: whole = '', 3: inner } = match
    const before = source.body.slice(end, match.index)
    end = match.index + match[0].length
    const piece = before.endsWith('\\') ? null : readMark(whole, inner, nameOf)
    if (slashes === '\\') pieces.push(before, whole)
    else if (piece !== null && slashes === '') pieces.push(before, piece)
    else {
      source.notes.add(source.lineAt(match.index), `${shownMark(whole)} is template code. Here it stays text.`)
      pieces.push(before, match[0])
    }
  }
  return { content: contentOf([...pieces, source.body.slice(end)]), names: nameOf }
}
