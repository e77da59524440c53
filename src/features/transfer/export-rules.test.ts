import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, guardCell } from '#lib/csv-line.ts'
import { collect } from '#test/collect.ts'
import { hostilePrompts } from '#test/hostile-prompts.ts'
import { exportFormat, toCell } from './cell-rules.ts'
import { readCsv } from './csv-rules.ts'
import { type ExportedPrompt, exportColumns, fileShapes, markdownOf, readExportedPrompt } from './export-rules.ts'
import { rowsOfFile } from './file-rules.ts'
import { rowsOfText } from './row-rules.ts'
import { singleChunk } from './text-chunk-rules.ts'

const prompt: ExportedPrompt = {
  format: exportFormat,
  id: '01900000-0000-7000-8000-0000000000aa',
  slug: 'a-title',
  title: 'A title',
  description: '',
  content: 'A text with ${code} and {{variable}}.',
  category: 'general',
  tags: ['one, two', '"three"'],
  models: [],
  language: 'en',
  licence: 'CC-BY-4.0',
  credit: null,
  author: 'someone',
  featured: true,
  skill: true,
  files: [],
  status: 'published',
  forkOf: null,
  translationOf: null,
  importKey: 'ab'.repeat(32),
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  publishedAt: '2026-01-03T03:04:05.678Z',
  version: 3,
  sha256: 'cd'.repeat(32),
  labels: ['production', 'v2'],
  image: null,
  imageAlt: null,
  imageModel: null,
  imageDate: null,
  findings: [
    { kind: 'override', what: 'tells the model to ignore other instructions', line: 2, count: 1 },
    { kind: 'link', what: 'docs.example', line: 1, count: 3 },
  ],
  variables: [
    { name: 'variable', default: null, kind: 'choice', label: 'A, "b"', required: true, options: ['=1', 'two, three'] },
  ],
}

const asCells = (record: ExportedPrompt) =>
  Object.fromEntries(exportColumns.map((name) => [name, toCell(record[name])]))

/** A record as the first release exported it. All later releases must read it, because people keep their exports. */
const firstRecord = {
  format: 'promptarium-1',
  id: '019a9d1e-7c00-7000-8000-000000000001',
  slug: 'a-poem',
  title: 'A poem',
  description: 'Writes a poem.',
  content: 'Write a poem about {{subject}}.',
  category: 'writing',
  tags: ['verse'],
  models: [],
  language: 'en',
  licence: 'CC0-1.0',
  credit: null,
  author: 'ada',
  featured: false,
  status: 'published',
  forkOf: null,
  translationOf: null,
  importKey: null,
  createdAt: '2026-01-01T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
  publishedAt: '2026-01-03T03:04:05.678Z',
}

describe('an exported record', () => {
  it('of the first version can be read, although it lacks later fields', () =>
    expect(readExportedPrompt(firstRecord)).toMatchObject(firstRecord))

  it('survives a round trip through JSON', () =>
    expect(readExportedPrompt(JSON.parse(JSON.stringify(prompt)))).toEqual(prompt))

  it('property: it survives a round trip through CSV cells', () => {
    const text = fc.string({ unit: 'grapheme' })
    const fields = { title: text, description: text, content: text, tags: fc.array(text), featured: fc.boolean() }
    fc.assert(
      fc.property(fc.record(fields), (values) => {
        expect(readExportedPrompt(asCells({ ...prompt, ...values }))).toEqual({ ...prompt, ...values })
      }),
    )
  })

  it('property: no cell of its CSV file begins like a formula, and it survives a round trip', async () => {
    const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', '\r', '\n', '"', ',', 'a', 'ß') })
    const fields = { title: text, description: text, content: text, author: fc.option(text.filter(Boolean)) }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record(fields), { minLength: 1, maxLength: 4 }), async (records) => {
        const prompts = records.map((record) => ({ ...prompt, ...record }))
        const { start, textOf } = fileShapes.csv
        const file = start + prompts.map(textOf).join('')
        const cells = (await collect(readCsv(singleChunk(file)))).flatMap((record) => record.fields)
        expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([])
        const rows = await collect(rowsOfText(singleChunk(file)))
        expect(rows.map((row) => 'fields' in row && readExportedPrompt(row.fields))).toEqual(prompts)
      }),
    )
  })

  it('begins in CSV with the columns that people read, and has its lists without brackets', async () => {
    const { start, textOf } = fileShapes.csv
    expect(start).toMatch(/^\ufefftitle,category,tags,status,description,content,/)
    expect(textOf({ ...prompt, tags: ['one', 'two words'], variables: [] })).toMatch(
      /^A title,general,"one, two words",published,,A text/,
    )
  })

  it('is read after a spreadsheet has rewritten it: TRUE, semicolons, UTF-16', async () => {
    const row = exportColumns.map((name) => (name === 'featured' ? 'TRUE' : toCell(prompt[name])))
    const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`
    const text = `\ufeff${exportColumns.join(';')}\r\n${line(row)}${';'.repeat(exportColumns.length - 1)}\r\n`
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const rows = await collect(rowsOfFile('prompts.csv', new Uint8Array(Buffer.from(text, encoding))))
      expect(rows.map((importedRow) => 'fields' in importedRow && readExportedPrompt(importedRow.fields))).toEqual([
        prompt,
      ])
    }
  })

  it('in a CSV file of the format promptarium-csv-2, with its lists as JSON, is read unchanged', async () => {
    const old = { ...prompt, content: '=a formula that is shown as text' }
    const cells = exportColumns.map((name) => {
      const value = old[name]
      if (name === 'format') return 'promptarium-csv-2'
      return guardCell(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
    })
    const [row] = await collect(rowsOfText(singleChunk(csvLine(exportColumns) + csvLine(cells))))
    expect(row && 'fields' in row && readExportedPrompt(row.fields)).toEqual(old)
  })

  it('in a CSV file without guarded cells is read unchanged, even with an apostrophe before a formula', async () => {
    const old = { ...prompt, content: "'=a formula that is shown as text" }
    const file = csvLine(exportColumns) + csvLine(exportColumns.map((name) => toCell(old[name])))
    const [row] = await collect(rowsOfText(singleChunk(file)))
    expect(row && 'fields' in row && readExportedPrompt(row.fields)).toEqual(old)
  })

  it('is recognized by its format', () => {
    expect(readExportedPrompt({ ...prompt, format: 'other-1' })).toBe(null)
    expect(readExportedPrompt({ act: 'A', prompt: 'B' })).toBe(null)
  })

  it.each([
    [{ id: '1' }, /^The field id doesn’t fit promptarium-1: /],
    [{ slug: 'No Slug' }, /^The field slug /],
    [{ createdAt: 'yesterday' }, /^The field createdAt /],
    [{ licence: 'MIT' }, /^The field licence /],
    [{ tags: '[no json' }, /^The field tags /],
  ])('is refused with the invalid field %j', (change, reason) => {
    const record = 'tags' in change ? { ...asCells(prompt), ...change } : { ...prompt, ...change }
    expect(readExportedPrompt(record)).toEqual({ refusal: expect.stringMatching(reason) })
  })
})

it('a Markdown file lists the variables only if they have settings', () => {
  const [hostilePrompt] = Object.values(hostilePrompts)
  if (!hostilePrompt) throw new Error('There are no fixtures.')
  expect(markdownOf(hostilePrompt)).toContain('\nvariables: [{')
  expect(markdownOf({ ...hostilePrompt, content: 'For {{who}}.', variables: [] })).not.toContain('variables')
})
