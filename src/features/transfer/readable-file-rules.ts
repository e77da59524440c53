import type { ExportedPrompt } from './export-rules.ts'
import { ownSyntax, type SourceRow } from './record-rules.ts'

/** The first line, by which an import recognizes the file. Markdown viewers don't show it. */
const mark = '<!-- promptarium: prompts for reading -->'

/** The title of a section. The names of its fields are also read. */
const heading = /^## (.+)$/
const field = /^(Category|Tags): (.*)$/
const fence = /^(`{3,})prompt$/

/** The start of a Markdown file with many prompts for people without another program for JSON or CSV. */
export function readableStart(author: string): string {
  return `${mark}\n\n# Prompts of ${author}\n`
}

/** A prompt as a section of that file: what people read of it, and its text unchanged between two lines of backticks. */
export function readableTextOf({ title, description, content, category, tags, status }: ExportedPrompt): string {
  const longest = (content.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const ticks = '`'.repeat(longest + 1)
  const facts = [`Category: ${category}`, ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []), `Status: ${status}`]
  // Two spaces end a line in Markdown.
  const lines = [`## ${title}`, ...(description ? [description] : []), facts.join('  \n')]
  return `\n${lines.join('\n\n')}\n\n${ticks}prompt\n${content}\n${ticks}\n`
}

/** Whether a text was written by `readableStart`. */
export function isReadableFile(text: string): boolean {
  return text.replace(/^\ufeff/, '').startsWith(mark)
}

/** Reads the prompts of such a file: title, description, category, tags and text. */
export function* rowsOfReadable(text: string): Generator<SourceRow> {
  const lines = text.split('\n')
  // A line of backticks that ends no text doesn't end a later one either, so it isn't searched for again.
  const unclosed = new Set<string>()
  for (let index = 0; index < lines.length; index++) {
    const title = heading.exec(plain(lines[index]))?.[1]
    if (title === undefined) continue
    const line = index + 1
    const fields: Record<string, string> = { title, description: '' }
    let ticks: string | undefined
    for (index++; index < lines.length && ticks === undefined; index++) {
      const text = plain(lines[index])
      if (heading.test(text)) break
      const [, name, value = ''] = field.exec(text) ?? []
      ticks = fence.exec(text)?.[1]
      if (name) fields[name.toLowerCase()] = value
      else if (text && !ticks && !text.startsWith('Status: ')) fields.description += `${text} `
    }
    const end = ticks === undefined || unclosed.has(ticks) ? -1 : indexOfLine(lines, ticks, index)
    if (end < 0) {
      if (ticks) unclosed.add(ticks)
      yield { line, fault: `“${title}” has no text between two lines of backticks.` }
      // The next section may begin here.
      index--
      continue
    }
    const content = lines.slice(index, end).join('\n')
    yield { line, fields: { ...fields, description: fields.description?.trim(), content, syntax: ownSyntax } }
    index = end
  }
}

function indexOfLine(lines: string[], searched: string, start: number): number {
  for (let index = start; index < lines.length; index++) if (plain(lines[index]) === searched) return index
  return -1
}

/** A line without spaces at its end, which editors may add or remove. */
function plain(line = ''): string {
  return line.trimEnd()
}
