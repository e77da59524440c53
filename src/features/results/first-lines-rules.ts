import { cutText } from '#lib/well-formed.ts'

/** The lengths of what is stored of an answer, and of what a card shows, in characters. */
export const resultLimits = { stored: 400, card: 160 } as const

/** How many characters of an answer are enough for `firstLinesOf`. Queries read no more. */
export const resultReadMax = 4_000

const fence = /^\s*(?:```|~~~)/
/** Matches a line that only draws something, such as the rule under the head of a table. */
const drawing = /^[-=*_:|+ ]{3,}$/

/** Marks around words: `*so*`, `_so_`. Neither products nor names with underscores. */
const emphasis = /(?<![\w*])\*(?=\S)([^*]*[^*\s])\*(?![\w*])|(?<!\w)_(?=\S)([^_]*[^_\s])_(?!\w)/g
/** From this many characters, the text before a table says enough, and the table is left out. */
const enoughBeforeTable = 80

/**
 * Returns the first lines of an answer as plain text: without Markdown's marks, blank lines and lines that only draw
 * something. It ends before a table, unless little comes before that: then each row is a line, with dots between its
 * cells. Up to 400 characters, with "…" if anything was left out.
 */
export function firstLinesOf(text: string): string {
  const lines = cutText(text, resultReadMax)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !fence.test(line) && !drawing.test(line))
  let plain = ''
  let wasRow = false
  let isCut = text.length > resultReadMax
  for (const line of lines) {
    const isRow = line.startsWith('|')
    if (isRow && !wasRow && plain.length >= enoughBeforeTable) {
      isCut = true
      break
    }
    const next = plainLine(line)
    if (next === '') continue
    plain += plain === '' ? next : `\n${next}`
    wasRow = isRow
  }
  return shorten(isCut ? `${plain} …` : plain, resultLimits.stored)
}

/** Removes Markdown's marks from a trimmed line. Cells of a table are separated by dots. */
function plainLine(text: string): string {
  const cells = text.startsWith('|') ? text.replace(/^\||\|$/g, '').split('|') : [text]
  return cells
    .map((cell) =>
      cell
        .trim()
        .replace(/^(?:#{1,6}|>)\s+/, '')
        .replace(/^[*+]\s+/, '- ')
        .replace(/\*\*|__|~~|`/g, '')
        .replace(emphasis, '$1$2')
        .replace(/\[([^\][]+)\]\([^()\s]*\)/g, '$1'),
    )
    .filter((cell) => cell !== '')
    .join(' · ')
}

/** Cuts a text that is longer than `max` characters between words, and ends it with "…". */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = cutText(text, max - 2)
  const end = cut.search(/\s\S*$/)
  return `${(end > max / 2 ? cut.slice(0, end) : cut).trimEnd()} …`
}
