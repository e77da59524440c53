import { alarmSentences } from '#features/catalogue/paper-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { listOfCell, toCell } from './cell-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { ownSyntax, type SourceRow } from './record-rules.ts'

/** The first line of a “Readable text” export, by which an import recognizes it. Markdown viewers don't show it. */
const mark = '<!-- promptarium: prompts for reading -->'

/** These match lines of a section: the heading (the prompt's title), fields, and the start of the text. */
const heading = /^## (.+)$/
const field = /^(Category|Tags): (.*)$/
const otherField = /^(?:Status|Author|License|Version|Findings): /
const fence = /^(`{3,})prompt$/
/**
 * Matches the start of a description that would be read as a field, a heading, a line of backticks or an escape. The
 * export adds a backslash after the match, which Markdown doesn't show. `escapedStart` matches the result.
 */
const ambiguousStart = /^(Category|Tags|Status|Author|License|Version|Findings)?(?=[\\:#`])/
const escapedStart = /^((?:Category|Tags|Status|Author|License|Version|Findings)?)\\(?=[\\:#`])/

/**
 * Returns the start of a “Readable text” export, a Markdown file with many prompts for people who don't use JSON or CSV.
 */
export function textExportStart(author: string): string {
  return `${mark}\n\n# Prompts of ${author}\n`
}

/**
 * Returns a prompt as a section of this export: its main fields, and its unchanged text between two lines of backticks.
 */
export function textExportSection(prompt: ExportedPrompt): string {
  const { title, description, content, category, tags, status, licence, version, sha256 } = prompt
  const author = prompt.credit ?? prompt.author
  const alarms = alarmSentences(prompt.findings)
  const longest = (content.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const ticks = '`'.repeat(longest + 1)
  const fields = [
    `Category: ${category}`,
    ...(tags.length > 0 ? [`Tags: ${toCell(tags)}`] : []),
    `Status: ${status}`,
    ...(author === null ? [] : [`Author: ${oneLine(author)}`]),
    `License: ${licence}`,
    ...(version === null ? [] : [`Version: ${version}${sha256 === null ? '' : `, SHA-256 ${sha256}`}`]),
    ...(alarms.length > 0 ? [`Findings: ${alarms.join(' ')}`] : []),
  ]
  const about = oneLine(description).replace(ambiguousStart, '$&\\')
  // Two spaces end a line in Markdown.
  const lines = [`## ${oneLine(title)}`, ...(about ? [about] : []), fields.join('  \n')]
  return `\n${lines.join('\n\n')}\n\n${ticks}prompt\n${content}\n${ticks}\n`
}

/** Tells whether a text is a “Readable text” export. */
export function isTextExport(text: string): boolean {
  return text.replace(/^\ufeff/, '').startsWith(mark)
}

/**
 * Reads the prompts of a “Readable text” export: title, description, category, tags and text. Yields a problem for a
 * section without a text.
 */
export function* rowsOfTextExport(text: string): Generator<SourceRow> {
  const lines = text.split('\n')
  const ends = endsOf(lines)
  for (let index = 0; index < lines.length; index++) {
    const title = heading.exec(withoutEndSpaces(lines[index]))?.[1]
    if (title === undefined) continue
    const line = index + 1
    const fields: Record<string, unknown> = { title }
    let description = ''
    let ticks: string | undefined
    for (index++; index < lines.length && ticks === undefined; index++) {
      const text = withoutEndSpaces(lines[index])
      if (heading.test(text)) break
      const [, name, value = ''] = field.exec(text) ?? []
      ticks = fence.exec(text)?.[1]
      if (name) fields[name.toLowerCase()] = name === 'Tags' ? listOfCell(value) : value
      else if (text && !ticks && !otherField.test(text)) description += `${text.replace(escapedStart, '$1')} `
    }
    const end = ticks === undefined ? undefined : findNextEnd(ends.get(ticks), index)
    if (end === undefined) {
      yield { line, problem: t('“{title}” has no text between two lines of backticks.', { title }) }
      // The next section may begin here.
      index--
      continue
    }
    const content = lines.slice(index, end).join('\n')
    yield { line, fields: { ...fields, description: description.trim(), content, syntax: ownSyntax } }
    index = end
  }
}

/** Returns, for each run of backticks, the indexes of the lines that consist of it, last line first. */
function endsOf(lines: string[]): Map<string, number[]> {
  const ends = new Map<string, number[]>()
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    if (!line.startsWith('```')) continue
    const ticks = withoutEndSpaces(line)
    if (!/^`+$/.test(ticks)) continue
    const indexes = ends.get(ticks)
    if (indexes) indexes.push(index)
    else ends.set(ticks, [index])
  }
  return ends
}

/** Returns the first index from `start` on. Removes those before it, because sections are read in order. */
function findNextEnd(indexes: number[] = [], start: number): number | undefined {
  while (indexes.length > 0 && (indexes.at(-1) ?? 0) < start) indexes.pop()
  return indexes.at(-1)
}

/** Returns a line without spaces at its end, which editors may add or remove. */
function withoutEndSpaces(line = ''): string {
  return line.trimEnd()
}
