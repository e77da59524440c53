import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from '#lib/short-text.ts'
import { collect } from '#test/collect.ts'
import { cpuMsOf } from '#test/cpu-time.ts'
import { hostilePrompts } from '#test/hostile-prompts.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { rowsOfFile } from './file-rules.ts'
import { readRecord } from './import-rules.ts'
import { rowsOfTextExport, textExportSection, textExportStart } from './text-export-rules.ts'

const [base] = Object.values(hostilePrompts)
if (!base) throw new Error('There are no fixtures.')
const prompt = {
  ...base,
  title: 'Packing list',
  description: 'What to take.',
  category: 'personal',
  tags: ['travel', 'lists'],
}

const fileOf = (prompts: ExportedPrompt[]) => textExportStart('ada') + prompts.map(textExportSection).join('')
const readFile = (text: string, name = 'prompts-ada.md') => collect(rowsOfFile(name, new Uint8Array(Buffer.from(text))))

describe('the export “Readable text”', () => {
  it('has each prompt as a section, with its text between lines of backticks', () => {
    const text = fileOf([{ ...prompt, content: 'Pack for {{place}}.', status: 'draft' }])
    expect(text).toBe(`<!-- promptarium: prompts for reading -->

# Prompts of ada

## Packing list

What to take.

Category: personal  
Tags: travel, lists  
Status: draft  
Author: someone  
License: CC-BY-SA-4.0  
Version: 3, SHA-256 ${'ab'.repeat(32)}  
Findings: It tells the model to ignore other instructions, line 2.

\`\`\`prompt
Pack for {{place}}.
\`\`\`
`)
  })

  it('is imported under any file name, with title, description, category, tags and text', async () => {
    const prompts = Object.values(hostilePrompts).filter(({ title }) => title !== '')
    const rows = await readFile(fileOf(prompts), '')
    expect(rows).toHaveLength(prompts.length)
    for (const [index, row] of rows.entries()) {
      const { title, description, content, category, tags } = prompts[index] as ExportedPrompt
      const fields = { title, description: oneLine(description), content, category, ...(tags.length > 0 && { tags }) }
      expect(row).toMatchObject({ fields })
    }
    const [row] = await readFile(fileOf([prompt]))
    expect(row).toMatchObject({
      line: 5,
      fields: { title: 'Packing list', description: 'What to take.', tags: ['travel', 'lists'] },
    })
  })

  it('is imported without conversion: ${this} and \\{{that}} stay text', async () => {
    const content = 'Pack for {{place}} with ${this} and \\{{that}}.'
    const [row] = await readFile(fileOf([{ ...prompt, content }]))
    const record = row && 'fields' in row ? readRecord(row.fields, new Map([['personal', 'personal']])) : null
    expect(record).toMatchObject({ content, category: 'personal', tags: ['travel', 'lists'] })
  })

  it('keeps every text, even one with headings, fields and backticks', async () => {
    const piece = fc.constantFrom('## A', 'Tags: x', '```', '````prompt', 'a', ' ', '\n', '\r\n', '<!--', '{{b}}')
    const content = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 3 }), async (contents) => {
        const rows = await readFile(fileOf(contents.map((content) => ({ ...prompt, content }))))
        expect(rows.map((row) => 'fields' in row && row.fields.content)).toEqual(contents)
      }),
    )
  })

  it.each([
    'Category: x',
    'Tags: x, y',
    'Status: live',
    'Category\\: x',
    '## A',
    '```prompt',
    '\\## A',
    'Two\nlines',
    '## A\n```prompt\nx\n```',
  ])('keeps the description %j on one line, even if it looks like another part of the file', async (description) => {
    const rows = await readFile(fileOf([{ ...prompt, tags: [], description }, prompt]))
    expect(rows).toMatchObject([{ fields: { description: oneLine(description), category: 'personal' } }, {}])
    expect(rows[0]).not.toHaveProperty('fields.tags')
  })

  it('writes a title with line breaks on one line', async () => {
    const [row] = await readFile(fileOf([{ ...prompt, title: 'One\u2028two\n## Three' }]))
    expect(row).toMatchObject({ fields: { title: 'One two ## Three', description: 'What to take.' } })
  })

  it('reports a section without a text by its title, and reads the others', async () => {
    const text = `${textExportStart('ada')}\n## Empty\n\nNo text.\n${textExportSection(prompt)}`
    const rows = await readFile(text)
    expect(rows[0]).toMatchObject({ line: 5, problem: '“Empty” has no text between two lines of backticks.' })
    expect(rows[1]).toMatchObject({ fields: { title: 'Packing list' } })
  })

  it('is read in linear time, even if no text is closed by backticks', () => {
    const sections = '## A\n```prompt\n'.repeat(50_000)
    expect(cpuMsOf(() => [...rowsOfTextExport(sections)])).toBeLessThan(1_000)
    const fences = Array.from({ length: 1_500 }, (_, ticks) => `## A\n${'`'.repeat(ticks + 3)}prompt\n`).join('')
    expect(cpuMsOf(() => [...rowsOfTextExport(fences + '\n'.repeat(500_000))])).toBeLessThan(1_000)
  })

  it('is written even if the text has 200,000 backticks', () => {
    expect(textExportSection({ ...prompt, content: '`a'.repeat(200_000) })).toContain('\n```prompt\n`a')
  })
})
