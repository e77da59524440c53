/** A part of a block's text: plain, strong, emphasized or code. */
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string }

/** A block of a text. `item`: an item of a list, with its marker (`-`, `3.`) and depth. */
export type Block =
  | { kind: 'heading'; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'item'; mark: string; depth: number; inlines: Inline[] }
  | { kind: 'code'; text: string }
  /** The first row is the head. */
  | { kind: 'table'; rows: Inline[][][] }

// As in CommonMark: backticks after the opening ones mean that the line is text, such as ```this```.
const openingFence = /^\s{0,3}(`{3,}(?=[^`]*$)|~{3,})/
const closingFence = /^\s{0,3}(`{3,}|~{3,})\s*$/
const heading = /^#{1,6}\s+(\S.*|)$/
const tableRow = /^\s{0,3}\|.*\|\s*$/
const tableRule = /^\s{0,3}\|(?:\s*:?-+:?\s*\|)+\s*$/
const item = /^(\s*)([-*+•]|\d{1,3}[.)])\s+(\S.*|)$/

/** How many blocks and parts of blocks are read. A page draws each of them, so a text with more is plain text. */
const partsMax = 2_000

/**
 * Reads the Markdown that models often use in answers: headings, lists, tables, code, strong and emphasized text. All
 * else stays plain text, including links, images and HTML. Removes only the markup, and the language of a code block. A
 * text with more than 2,000 blocks and parts of blocks is one paragraph of plain text.
 */
export function readMarkdown(text: string): Block[] {
  const blocks = readBlocks(text)
  const parts = blocks.reduce((sum, block) => sum + 1 + countParts(block), 0)
  return parts > partsMax ? [{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }] : blocks
}

function countParts(block: Block): number {
  if (block.kind === 'table') return block.rows.flat(2).length + block.rows.flat().length
  return block.kind === 'code' ? 0 : block.inlines.length
}

function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) blocks.push(readTable(lines) ?? { kind: 'paragraph', inlines: readInlines(lines.join('\n')) })
    lines = []
  }
  let code: string[] | null = null
  let fence = ''
  for (const line of text.split('\n')) {
    const opening = openingFence.exec(line)?.[1]
    if (code) {
      if (!closingFence.exec(line)?.[1]?.startsWith(fence)) code.push(line)
      else {
        blocks.push({ kind: 'code', text: code.join('\n') })
        code = null
      }
    } else if (opening) {
      endParagraph()
      fence = opening
      code = []
    } else {
      const block = readBlock(line)
      const previous = lines.at(-1)
      const isOtherKind = previous !== undefined && tableRow.test(previous) !== tableRow.test(line)
      if (block || isOtherKind || line.trim() === '') endParagraph()
      if (block) blocks.push(block)
      else if (line.trim() !== '') lines.push(line)
    }
  }
  endParagraph()
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  return blocks
}

function readBlock(line: string): Block | null {
  const [, title] = heading.exec(line) ?? []
  if (title) return { kind: 'heading', inlines: readInlines(title) }
  const [, indent = '', mark = '', rest] = item.exec(line) ?? []
  if (rest === undefined) return null
  return { kind: 'item', mark, depth: Math.min(3, Math.floor(indent.length / 2)), inlines: readInlines(rest) }
}

/** Reads the lines of a table: a head, a rule and rows, each with a bar at both ends. Returns null for anything else. */
function readTable(lines: string[]): Block | null {
  if (!lines[1] || !tableRule.test(lines[1]) || !tableRow.test(lines[0] ?? '')) return null
  const rows = lines.filter((_, index) => index !== 1)
  return { kind: 'table', rows: rows.map((row) => cellsOf(row).map((cell) => readInlines(cell.trim()))) }
}

function cellsOf(row: string): string[] {
  return row.trim().slice(1, -1).split('|')
}

const inlineMarkup = /(`{1,3})([^`\n]+)\1|\*\*(?=\S)([^*\n]+)\*\*|(?<![\w*])[*_](?=[^\s*_])([^*_\n]+)[*_](?![\w*])/g

function readInlines(text: string): Inline[] {
  const inlines: Inline[] = []
  let end = 0
  for (const match of text.matchAll(inlineMarkup)) {
    const [whole, , code, strong, em] = match
    if (match.index > end) inlines.push({ kind: 'text', text: text.slice(end, match.index) })
    if (code !== undefined) inlines.push({ kind: 'code', text: code })
    else if (strong !== undefined) inlines.push({ kind: 'strong', text: strong })
    else inlines.push({ kind: 'em', text: em as string })
    end = match.index + whole.length
  }
  if (end < text.length) inlines.push({ kind: 'text', text: text.slice(end) })
  return inlines
}
