import { parsePrompt } from '#features/catalogue/variable-rules.ts'

/** The maximum length of a derived description, in characters: one or two lines on a card. */
const derivedMax = 200
/** Sentences are added up to this length: “I want you to act as a poet.” alone says little. */
const derivedEnough = 60
/** Only the beginning of a text is read for its description. */
const readMax = 6_000

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })

/**
 * Derives a description from the text of an imported prompt that has none: its first sentence or two of prose, on one
 * line without Markdown marks. Uses the description in a front matter, if there is one. Empty for a text without prose,
 * such as code.
 */
export function describePrompt(content: string): string {
  const { header, body } = splitHeader(content.slice(0, readMax))
  const description = header.match(/^description:[ \t]*["']?([^\n]*?)["']?[ \t]*$/m)?.[1]
  if (description && isProse(description)) return shorten(withNames(description), derivedMax)
  return shorten(firstSentences(firstProse(body)), derivedMax)
}

/** Cuts a text at a word boundary to `max` characters, including the ellipsis. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  // Scripts without spaces and very long words are cut anywhere.
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${(atWord.length > max / 2 ? atWord : cut).replace(/[\s,;:–—-]+$/, '')}…`
}

function splitHeader(text: string): { header: string; body: string } {
  const match = text.match(/^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n/)
  return match ? { header: match[1] as string, body: text.slice(match[0].length) } : { header: '', body: text }
}

function firstProse(body: string): string {
  if (/^\s*(?:\{\s*"|\[\s*["{[])/.test(body)) return firstString(body)
  const lines = body.replace(/```[\s\S]*?(```|$)/g, '\n\n').split(/\r?\n/)
  const isStart = (line: string) => !/^\s*(#|\||<|[-=*_]{3,}\s*$)/.test(line) && isProse(withoutMarks(line))
  const start = lines.findIndex(isStart)
  if (start === -1) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() === '' || /^\s*([#|>*+-]|\d+[.)])/.test(line))
  return withoutMarks([lines[start], ...rest.slice(0, end === -1 ? rest.length : end)].join(' '))
}

/** The first prose among the values of a prompt that is written as JSON. */
function firstString(json: string): string {
  for (const [, text, isKey] of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)) {
    if (isKey) continue
    const plain = withoutMarks((text as string).replace(/\\[nrt]/g, ' ').replace(/\\(["\\/])/g, '$1'))
    if (isProse(plain)) return plain
  }
  return ''
}

function withoutMarks(line: string): string {
  return withNames(line)
    .replace(/^\s*(?:[>*+-]\s+|\d+[.)]\s+)+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Replaces variables with their default, else with their name. */
function withNames(text: string): string {
  return parsePrompt(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : segment.default?.trim() || segment.name))
    .join('')
}

/** Whether a text has four words and twelve letters, or twelve letters in a script without spaces. */
function isProse(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(text)
  return letters >= 12 && (spaceless || text.trim().split(/\s+/).length >= 4)
}

function firstSentences(text: string): string {
  let found = ''
  for (const { segment } of sentences.segment(text.slice(0, 2 * derivedMax))) {
    found += segment
    if (found.trim().length >= derivedEnough) break
  }
  return found.trim()
}
