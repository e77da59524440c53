/** The range of a piece of code in a text, from its first character to the one after its last. */
type Range = [start: number, end: number]

const mayHaveCode = /`|~~~/
/** Matches a line that begins with a fence, also in a quotation or a list. Its group is the fence. */
const fenceLine = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/

/**
 * Returns the ranges of code in a Markdown text, in order: blocks between fences, and spans between runs of backticks
 * of the same length (CommonMark 0.31). Indented code isn't recognized, because lists are indented too.
 */
export function codeRanges(text: string): Range[] {
  if (!mayHaveCode.test(text)) return []
  const ranges: Range[] = []
  let fence: { marker: string; start: number } | null = null
  /** The start of the paragraph, and whether it has a backtick. */
  let paragraph = { start: 0, hasBacktick: false }
  for (let start = 0; start <= text.length; ) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd === -1 ? text.length : lineEnd
    const line = text.slice(start, end)
    const marker: string | null = fence === null ? openingFence(line) : null
    if (fence !== null && closes(line, fence.marker)) {
      ranges.push([fence.start, end])
      fence = null
      paragraph = { start: end, hasBacktick: false }
    } else if (fence === null && (marker !== null || line.trim() === '')) {
      if (paragraph.hasBacktick) addCodeSpans(ranges, text, paragraph.start, start)
      paragraph = { start: end, hasBacktick: false }
      if (marker !== null) fence = { marker, start }
    } else if (line.includes('`')) paragraph.hasBacktick = true
    start = end + 1
  }
  if (fence) ranges.push([fence.start, text.length])
  else if (paragraph.hasBacktick) addCodeSpans(ranges, text, paragraph.start, text.length)
  return ranges
}

/** Returns a function that tells whether an offset of the text is in code. */
export function codeFinder(text: string): (offset: number) => boolean {
  const ranges = codeRanges(text)
  return (offset) => {
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranges[middle] as Range)[1] <= offset) low = middle + 1
      else high = middle
    }
    return (ranges[low]?.[0] ?? text.length) <= offset
  }
}

/** Returns the text with everything that isn't code converted. */
export function convertOutsideCode(text: string, convert: (prose: string) => string): string {
  let result = ''
  let end = 0
  for (const [start, codeEnd] of codeRanges(text)) {
    result += convert(text.slice(end, start)) + text.slice(start, codeEnd)
    end = codeEnd
  }
  return result + convert(text.slice(end))
}

function openingFence(line: string): string | null {
  const match = fenceLine.exec(line)
  if (!match) return null
  const [start, marker = ''] = match
  // A line such as ```code``` is a span.
  return marker.startsWith('`') && line.includes('`', start.length) ? null : marker
}

/** Tells whether a line closes a fenced block: it has only the same characters, at least as many. */
function closes(line: string, marker: string): boolean {
  if (!line.includes(marker)) return false
  const rest = line.replace(/^[\s>]+/, '').trimEnd()
  return rest.length >= marker.length && rest === marker.charAt(0).repeat(rest.length)
}

/** Adds the ranges of code between backticks in a paragraph. */
function addCodeSpans(ranges: Range[], text: string, from: number, to: number): void {
  const runs: { start: number; end: number }[] = []
  for (let start = text.indexOf('`', from); start !== -1 && start < to; start = text.indexOf('`', runs.at(-1)?.end)) {
    let end = start + 1
    while (text[end] === '`') end++
    runs.push({ start, end })
  }
  // For each run of backticks, the next one of the same length.
  const next = runs.map((): number | undefined => undefined)
  const lastOfLength = new Map<number, number>()
  for (const [index, { start, end }] of runs.entries()) {
    const last = lastOfLength.get(end - start)
    if (last !== undefined) next[last] = index
    lastOfLength.set(end - start, index)
  }
  for (let index = 0; index < runs.length; index++) {
    const closing = next[index]
    if (closing === undefined) continue
    ranges.push([runs[index]?.start ?? from, runs[closing]?.end ?? to])
    index = closing
  }
}
