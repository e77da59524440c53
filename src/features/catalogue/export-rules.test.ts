import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExportedPrompt, exportColumns, exportFormat, readExported, toCell } from './export-rules.ts'

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
  status: 'published',
  forkOf: null,
  importKey: 'ab'.repeat(32),
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  publishedAt: '2026-01-03T03:04:05.678Z',
}

const asCells = (record: ExportedPrompt) =>
  Object.fromEntries(exportColumns.map((name) => [name, toCell(record[name])]))

describe('an exported record', () => {
  it('comes back from JSON as it was', () => expect(readExported(JSON.parse(JSON.stringify(prompt)))).toEqual(prompt))

  it('law: it comes back from CSV cells as it was', () => {
    const text = fc.string({ unit: 'grapheme' })
    const fields = { title: text, description: text, content: text, tags: fc.array(text), featured: fc.boolean() }
    fc.assert(
      fc.property(fc.record(fields), (said) => {
        expect(readExported(asCells({ ...prompt, ...said }))).toEqual({ ...prompt, ...said })
      }),
    )
  })

  it('is told from records of others by its format', () => {
    expect(readExported({ ...prompt, format: 'other-1' })).toBe(null)
    expect(readExported({ act: 'A', prompt: 'B' })).toBe(null)
  })

  it.each([
    [{ id: '1' }, /^Its id doesn't fit promptarium-1: /],
    [{ slug: 'No Slug' }, /^Its slug /],
    [{ createdAt: 'yesterday' }, /^Its createdAt /],
    [{ licence: 'MIT' }, /^Its licence /],
    [{ tags: 'no json' }, /^Its tags /],
  ])('is refused where %j doesn’t fit', (change, reason) => {
    const record = 'tags' in change ? { ...asCells(prompt), ...change } : { ...prompt, ...change }
    expect(readExported(record)).toEqual({ refusal: expect.stringMatching(reason) })
  })
})
