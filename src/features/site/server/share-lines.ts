import { parsePrompt } from '#features/variables/variable-rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** Characters of a line that are drawn together. They are plain text, or a blank to fill in. */
export type TextRun = { text: string; blank: boolean }

/** How much of a text is read, in UTF-16 code units. It is more than an image can show. */
const readMax = 3_000

/**
 * Lays out a prompt's text in lines of at most `columns` characters, and shows each blank by its name. Cuts a word that
 * is longer than a line, and the text after `maxLines` lines, with an ellipsis. Leaves out empty lines, because an
 * image has little space.
 */
export function layOutLines(content: string, columns: number, maxLines: number): TextRun[][] {
  const lines: TextRun[][] = [[]]
  let usedColumns = 0
  const breakLine = () => {
    if (usedColumns > 0) lines.push([])
    usedColumns = 0
  }
  for (const token of readTokens(cutText(content, readMax))) {
    if (lines.length > maxLines && usedColumns > 0) break
    if (token === 'break') {
      breakLine()
      continue
    }
    const length = Array.from(token.text).length
    if (usedColumns + length > columns) breakLine()
    if (usedColumns === 0 && token.text === ' ') continue
    lines.at(-1)?.push(length > columns ? { ...token, text: `${firstCharacters(token.text, columns - 1)}…` } : token)
    usedColumns += length
  }
  const nonEmptyLines = lines.filter((line) => line.length > 0)
  if (nonEmptyLines.length <= maxLines) return nonEmptyLines.map(joinPlainRuns)
  const lastLine = shortenWithEllipsis(nonEmptyLines[maxLines - 1] ?? [], columns)
  return [...nonEmptyLines.slice(0, maxLines - 1), lastLine].map(joinPlainRuns)
}

function readTokens(content: string): (TextRun | 'break')[] {
  return parsePrompt(content).flatMap((segment): (TextRun | 'break')[] => {
    if (segment.kind === 'variable') return [{ text: segment.name, blank: true }]
    const parts = segment.text.match(/\r?\n|[^\S\n]+|\S+/g) ?? []
    return parts.map((part) => {
      if (part.includes('\n')) return 'break'
      return { text: part.trim() === '' ? ' ' : part, blank: false }
    })
  })
}

function shortenWithEllipsis(line: TextRun[], columns: number): TextRun[] {
  const shortenedRuns = [...line]
  const widthOf = (runs: TextRun[]) => runs.reduce((sum, { text }) => sum + Array.from(text).length, 0)
  while (shortenedRuns.length > 1 && (widthOf(shortenedRuns) > columns - 2 || shortenedRuns.at(-1)?.text === ' '))
    shortenedRuns.pop()
  const [firstRun] = shortenedRuns
  // If a single word fills the line, it is cut to make room for the ellipsis.
  if (firstRun && shortenedRuns.length === 1)
    shortenedRuns[0] = { ...firstRun, text: firstCharacters(firstRun.text, columns - 2) }
  return [...shortenedRuns, { text: ' …', blank: false }]
}

/** Returns the first `count` characters of a text without splitting surrogate pairs. */
function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}

/** Joins neighboring runs of plain text. */
function joinPlainRuns(line: TextRun[]): TextRun[] {
  const joined: TextRun[] = []
  for (const run of line) {
    const last = joined.at(-1)
    if (last && !last.blank && !run.blank) joined[joined.length - 1] = { text: last.text + run.text, blank: false }
    else joined.push(run)
  }
  return joined
}
