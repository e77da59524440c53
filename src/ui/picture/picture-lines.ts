/** A part of a text. `mark`: it fills a blank, or names an empty one. */
export type TextPart = { text: string; mark?: 'filled' | 'empty' }

/** A line as it is drawn: parts side by side, none of which has a line break. `width`: in px, that of each part. */
export type DrawnLine = (TextPart & { width: number })[]

/** A picture shows the beginning of a text. What is behind this many characters isn't even measured. */
const readMax = 6_000

/**
 * Breaks a text into at most `linesMax` lines of `lineWidth` px: at spaces or, within a longer word, anywhere. `measure`
 * returns the width of a text. `isCut`: the text goes on after the last line.
 */
export function breakIntoLines(
  parts: readonly TextPart[],
  { lineWidth, linesMax, measure }: { lineWidth: number; linesMax: number; measure: (text: string) => number },
): { lines: DrawnLine[]; isCut: boolean } {
  const lines: DrawnLine[] = [[]]
  let used = 0
  const startLine = () => {
    lines.push([])
    used = 0
  }
  const add = (text: string, mark: TextPart['mark']) => {
    const width = measure(text)
    const line = lines.at(-1) as DrawnLine
    const last = line.at(-1)
    if (last && last.mark === mark) {
      last.text += text
      last.width += width
    } else line.push({ text, width, ...(mark && { mark }) })
    used += width
  }
  // Spaces are added with the word behind them, so that no line ends with one.
  let space: TextPart | null = null
  const addSpace = () => {
    if (space) add(space.text, space.mark)
    space = null
  }
  for (const { word, mark } of wordsOf(parts)) {
    // One line more tells whether the text goes on.
    if (lines.length > linesMax) break
    if (word === '\n') {
      space = null
      startLine()
    } else if (word.trim() === '') space = { text: word, mark }
    else if (used + measure((space?.text ?? '') + word) <= lineWidth) {
      addSpace()
      add(word, mark)
    } else {
      space = null
      if (used > 0) startLine()
      let rest = word
      while (measure(rest) > lineWidth && lines.length <= linesMax) {
        const head = headThatFits(rest, lineWidth, measure)
        add(head, mark)
        rest = rest.slice(head.length)
        startLine()
      }
      add(rest, mark)
    }
  }
  const isCut = lines.length > linesMax || parts.reduce((sum, { text }) => sum + text.length, 0) > readMax
  return { lines: lines.slice(0, linesMax), isCut }
}

/** Splits the beginning of a text into words, runs of spaces and line breaks. */
function* wordsOf(parts: readonly TextPart[]) {
  let left = readMax
  for (const { text, mark } of parts) {
    for (const [word] of text.slice(0, left).matchAll(/\n|[^\S\n]+|\S+/gu)) yield { word, mark }
    left -= text.length
    if (left <= 0) return
  }
}

/** Returns as many of the first characters as fit, at least one. */
function headThatFits(word: string, lineWidth: number, measure: (text: string) => number): string {
  let head = ''
  for (const character of word) {
    if (head !== '' && measure(head + character) > lineWidth) break
    head += character
  }
  return head
}
