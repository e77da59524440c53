import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { type JsonPiece, readJsonArray, readJsonLines } from './json-rules.ts'

async function* inChunksOf(size: number, text: string) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function readPieces(read: typeof readJsonArray, text: string, chunkSize = text.length + 1): Promise<JsonPiece[]> {
  return collect(read(inChunksOf(chunkSize, text)))
}

const chunkSizes = fc.integer({ min: 1, max: 9 })

describe('reading a JSON array', () => {
  it('returns the physical line on which each element begins', async () => {
    const text = '\n[\n{"a": "]\\"[,"},\n\n  {\n"b": [1, {}]\n}, {"c": 3}\n]\n'
    const pieces = await readPieces(readJsonArray, text)
    expect(pieces.map(({ line, text }) => [line, JSON.parse(text)])).toEqual([
      [3, { a: ']"[,' }],
      [5, { b: [1, {}] }],
      [7, { c: 3 }],
    ])
  })

  it('returns an invalid element unparsed, and continues', async () => {
    const pieces = await readPieces(readJsonArray, '[{"a": nonsense},\n{"b": 2},]')
    expect(pieces).toEqual([
      { line: 1, text: '{"a": nonsense}' },
      { line: 2, text: '\n{"b": 2}' },
    ])
  })

  it.each([
    ['[{"a": 1},\n{"b": "cut', 'The record that begins on line 2 is cut off: the closing ] of the array is missing.'],
    ['[', 'The file is cut off: the closing ] of the array is missing.'],
    ['[]\n[]', 'Line 2 has text after the end of the array.'],
  ])('refuses %j', async (text, message) => {
    await expect(readPieces(readJsonArray, text)).rejects.toThrow(message)
  })

  it('property: every array is read back, in any layout and in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, 4), chunkSizes, async (values, indent, size) => {
        const pieces = await readPieces(readJsonArray, JSON.stringify(values, null, indent), size)
        expect(pieces.map(({ text }) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })
})

describe('reading JSONL', () => {
  it('property: every non-blank line is returned with its number', async () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.constant('  '),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n'), chunkSizes, async (lines, lineEnd, size) => {
        const expected = lines.flatMap((text, index) => (text.trim() === '' ? [] : [{ line: index + 1, text }]))
        const pieces = await readPieces(readJsonLines, lines.join(lineEnd), size)
        expect(pieces.map(({ line, text }) => ({ line, text: text.replace(/\r$/, '') }))).toEqual(expected)
      }),
    )
  })
})
