import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { exportAndReadBack } from '#test/export-round-trip.ts'
import { hostilePrompts } from '#test/hostile-prompts.ts'
import { exportColumns } from './export-rules.ts'
import { formatOfFile } from './file-format-rules.ts'
import { readRecord } from './import-rules.ts'
import { readPromptFile } from './prompt-file-rules.ts'
import { exportFormats } from './rules.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8')

/** Returns the cells of each row in a section's tables, with the header rows but without the `---` lines. */
function rowsOf(heading: string): string[][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(/(?<!\\) \| /).map((cell) => cell.trim()))
    .filter(([first]) => !first?.startsWith('---'))
}

const unquote = (cell = '') => cell.replace(/^`|`$/g, '').replaceAll('\\|', '|')

describe('docs/formats.md', () => {
  const [head = [], ...rows] = rowsOf('What an exported file')
  const fieldRows = rows.filter(([cell]) => /^(?:`\w+` ?)+$/.test(cell ?? ''))
  const fieldsOf = ([cell = '']: string[]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')

  it('has a column for each format and names each field once', () => {
    expect(head.slice(1)).toEqual([...exportFormats])
    expect(fieldRows.flatMap(fieldsOf).sort(), 'fields in docs/formats.md').toEqual([...exportColumns].sort())
  })

  it.each(exportFormats)('states which fields survive an export and import as %s', async (format) => {
    const column = head.indexOf(format)
    const lostFields = new Set<string>()
    for (const prompt of Object.values(hostilePrompts)) {
      const importedPrompt = await exportAndReadBack(format, prompt)
      for (const name of exportColumns) if (!isDeepStrictEqual(importedPrompt[name], prompt[name])) lostFields.add(name)
    }
    const documentedLosses = fieldRows.filter((row) => row[column] !== 'yes').flatMap(fieldsOf)
    expect([...lostFields]).toEqual(documentedLosses)
  })

  it.each(exportFormats)('states whether spaces in a blank survive an export and import as %s', async (format) => {
    const [prompt] = Object.values(hostilePrompts)
    if (!prompt) throw new Error('There are no fixtures.')
    const content = 'A {{name }} and {{name :x}} here.'
    const importedPrompt = await exportAndReadBack(format, { ...prompt, content, variables: [] })
    const row = rows.find(([cell]) => cell?.startsWith('spaces'))
    expect(row?.[head.indexOf(format)]).toBe(importedPrompt.content === content ? 'yes' : 'no')
  })

  // The section has two tables: formats, of which the first seven are those that `formatOfFile` returns, and examples.
  const [, ...foreignRows] = rowsOf('What is imported')
  const examples = foreignRows.filter(([file = '', written = '']) => /^`.*`$/.test(file) && /^`.*`$/.test(written))
  it('has a correct file name and an example for each format', () => {
    const formats = foreignRows
      .slice(0, 7)
      .map(([, file]) => formatOfFile(unquote(file), { frontMatter: {}, body: '' }))
    expect(formats).toEqual(['markdown', 'skill', 'command', 'vscode', 'cursor', 'prompty', 'dotprompt'])
    const exampleFormats = examples.map(([file]) => formatOfFile(unquote(file), { frontMatter: {}, body: '' }))
    expect(new Set(exampleFormats)).toEqual(new Set(formats))
  })

  it.each(examples)('has a correct example of %s: %s', (file, written, content) => {
    const row = readPromptFile(unquote(written), unquote(file))
    const record = 'fields' in row ? readRecord(row.fields, new Map()) : { refusal: row.problem }
    expect(record).toMatchObject({ content: unquote(content) })
  })
})
