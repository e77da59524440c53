import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#lib/csv-line.ts'
import { collect } from '#test/collect.ts'
import { type CsvRecord, readCsv } from './csv-rules.ts'
import { recordMax } from './record-rules.ts'

async function* inChunksOf(size: number, text: string) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, chunkSize = text.length + 1): Promise<CsvRecord[]> {
  return collect(readCsv(inChunksOf(chunkSize, text)))
}

const field = fc.string({ unit: fc.constantFrom('a', 'ß', '文', ' ', ',', '"', '\n', '\r\n', '\r', '\t', '=') })
const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 8 })

describe('reading CSV', () => {
  it('returns the physical line on which each record begins', async () => {
    const text = 'act,prompt\r\n\r\nA,"one\ntwo"\r\nB,"three\r\nfour\r\n"\r\n\n"C\n",five\nD,six'
    expect((await read(text)).map(({ line, fields }) => [line, fields[0]])).toEqual([
      [1, 'act'],
      [3, 'A'],
      [5, 'B'],
      [9, 'C\n'],
      [11, 'D'],
    ])
  })

  it('keeps quotes inside an unquoted field', async () => {
    expect(await read('he said "hi",5" pipe\n')).toEqual([
      { line: 1, fields: ['he said "hi"', '5" pipe'], problem: null },
    ])
  })

  it('keeps an empty quoted field, and skips only blank lines', async () => {
    expect((await read('""\n\n,\n')).map(({ fields }) => fields)).toEqual([[''], ['', '']])
  })

  it('reports text after a closing quote, and continues with the next record', async () => {
    const records = await read('A,"one" more\nB,two\n')
    expect(records.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'There is text after the closing quote of field 2.'],
      [2, null],
    ])
  })

  it('reports the line of a quote that is never closed', async () => {
    await expect(read('a,b\n1,2\nx,"y\nz\n')).rejects.toThrow('The quote that opens on line 3 is never closed.')
  })

  it('refuses a field that is too long for a prompt', async () => {
    const tooLong = `a,b\n"${'x'.repeat(recordMax + 1)}`
    await expect(read(tooLong)).rejects.toThrow(
      'The field whose quote opens on line 2 is too long. Is the quote closed?',
    )
  })

  it('property: returns the fields that csvLine wrote, with their line numbers, from chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, chunkSize) => {
        const texts = rows.map(csvLine)
        const lines = texts.map((_, index) => texts.slice(0, index).join('').split('\n').length)
        const expected = rows.map((fields, index) => ({ line: lines[index], fields, problem: null }))
        expect(await read(texts.join(''), chunkSize)).toEqual(expected)
      }),
    )
  })

  it('property: returns the same fields as csv-parse', async () => {
    const options = { relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] }
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), async (rows, lineEnd, endsWithLineEnd) => {
        const text = rows.map((fields) => csvLine(fields).slice(0, -2)).join(lineEnd) + (endsWithLineEnd ? lineEnd : '')
        expect((await read(text)).map(({ fields }) => fields)).toEqual(parse(text, options))
      }),
    )
  })
})
