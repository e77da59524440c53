import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRows } from '#cli/read-rows.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { hooks } from '#server/hooks.ts'
import { collect } from '#test/collect.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { ExportedPrompt } from '../export-rules.ts'
import type { SourceRow } from '../record-rules.ts'
import { exportPrompts } from './export-prompts.ts'
import { importPrompts } from './import-prompts.ts'

const uglyFile = join(import.meta.dirname, '../../../../test/fixtures/ugly-prompts.csv')
const uglyRowCount = 42

let testSite: TestSite
beforeEach(async () => {
  testSite = await createTestSite()
})
afterEach(() => testSite.close())

/** Imports rows, and records what the importer reports. `82 = 81` means that both lines have the same text. */
async function runImport(
  rows: AsyncIterable<SourceRow>,
  { into = testSite, ...options }: { into?: TestSite; signal?: AbortSignal } = {},
) {
  const reports: string[] = []
  const counts = await importPrompts(into.db, rows, {
    licence: 'CC0-1.0',
    onPublished: hooks.onPublished,
    report: {
      onRefusal: ({ line }, reason) => reports.push(`${line}: ${reason}`),
      onNote: ({ line, file }, note) => reports.push(`${file ?? line}: ${note}`),
      onSameText: ({ line }, first) => reports.push(`${line} = ${first.line}`),
      onProgress: ({ stored, known, refused }) => reports.push(`done ${stored + known + refused}`),
    },
    ...options,
  })
  return { counts, reports }
}

/** Returns records as rows. `act` in a record is its title, as in the files of another catalogue. */
async function* rowsOf(records: Record<string, unknown>[]): AsyncGenerator<SourceRow> {
  for (const [index, fields] of records.entries()) yield { line: index + 2, fields }
}

async function exportAll(from: TestSite): Promise<ExportedPrompt[]> {
  const prompts: ExportedPrompt[] = []
  await exportPrompts(from.db, async (batch) => void prompts.push(...batch))
  return prompts
}

const text = 'A text that is long enough.'

describe('importing a file', () => {
  it('stores all rows of a messy file, and reports both lines of a repeated text', async () => {
    const { counts, reports } = await runImport(readRows(uglyFile))
    expect(counts).toEqual({ stored: uglyRowCount, known: 0, refused: 0 })
    expect(reports).toEqual(['82 = 81', `done ${uglyRowCount}`])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('stores each text unchanged except for variables, with a unique slug', async () => {
    await runImport(readRows(uglyFile))
    const rows = await collect(readRows(uglyFile))
    const prompts = await exportAll(testSite)
    for (const row of rows) {
      const fields = 'fields' in row ? row.fields : {}
      const withoutDelimiters = (content: string) => content.replace(/\$?\{+|\}+/g, '')
      const samePrompts = prompts.filter(
        (prompt) => withoutDelimiters(prompt.content) === withoutDelimiters(String(fields.prompt)),
      )
      expect(samePrompts.map(({ title }) => title)).toContain(String(fields.act).replace(/\s+/g, ' ').trim())
    }
    expect(new Set(prompts.map(({ slug }) => slug)).size).toBe(uglyRowCount)
  })

  it('detects the language of each text', async () => {
    await runImport(readRows(uglyFile))
    const languages = (await exportAll(testSite)).map(({ title, language }) => [title, language])
    expect(Object.fromEntries(languages)).toMatchObject({
      'Kitchen Coach': 'en',
      'Переводчик писем': 'ru',
      旅行规划助手: 'zh',
      料理の先生: 'ja',
      'مساعد الدراسة': 'ar',
      'עורך לשון': 'he',
      'Öğretmen Yardımcısı': 'tr',
      'Correcteur d’e-mails “pressé”': 'fr',
      'Gärtnern für Ungeduldige': 'de',
    })
  })

  it('again changes nothing', async () => {
    await runImport(readRows(uglyFile))
    const before = await exportAll(testSite)
    const { counts, reports } = await runImport(readRows(uglyFile))
    expect(counts).toEqual({ stored: 0, known: uglyRowCount, refused: 0 })
    expect(reports).toEqual([`done ${uglyRowCount}`])
    expect(await exportAll(testSite)).toEqual(before)
  })

  it('stores a text of 145 kB', async () => {
    const content = 'How far does a question reach? \u001e '.repeat(4_400)
    await runImport(rowsOf([{ act: 'A long one', prompt: content }]))
    expect((await exportAll(testSite)).map((prompt) => prompt.content)).toEqual([content])
  })

  it('reports invalid rows and stores the others', async () => {
    const rows = async function* (): AsyncGenerator<SourceRow> {
      yield { line: 2, fields: { act: 'ab', prompt: text } }
      yield { line: 3, problem: 'It isn’t valid JSON.' }
      yield { line: 9, fields: { act: 'Good', prompt: text } }
    }
    const { counts, reports } = await runImport(rows())
    expect(counts).toEqual({ stored: 1, known: 0, refused: 2 })
    expect(reports).toEqual(['2: The title has 2 characters. Use 3 to 200.', '3: It isn’t valid JSON.', 'done 3'])
  })

  it('stores one of two rows with the same title and text', async () => {
    const { counts, reports } = await runImport(
      rowsOf([
        { act: 'Twin', prompt: text },
        { act: ' Twin', prompt: text },
      ]),
    )
    expect(counts).toEqual({ stored: 1, known: 1, refused: 0 })
    expect(reports).toEqual(['done 2'])
  })

  it('several times concurrently stores each row once', async () => {
    const imports = await Promise.all([
      runImport(readRows(uglyFile)),
      runImport(readRows(uglyFile)),
      runImport(readRows(uglyFile)),
    ])
    expect(imports.reduce((sum, { counts }) => sum + counts.stored, 0)).toBe(uglyRowCount)
    expect(await exportAll(testSite)).toHaveLength(uglyRowCount)
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('reports each stored batch, and stops after a batch if it is aborted', async () => {
    const records = Array.from({ length: 450 }, (_, index) => ({ act: `Number ${index}`, prompt: `${text} ${index}` }))
    const { counts, reports } = await runImport(rowsOf(records), { signal: AbortSignal.abort() })
    expect([counts.stored, reports]).toEqual([200, ['done 200']])
    expect((await runImport(rowsOf(records))).counts).toEqual({ stored: 250, known: 200, refused: 0 })
  })

  it('finds a free slug if the title is a reserved word, is already used, or has no usable letters', async () => {
    const titles = ['Newest', 'Tea', 'tea', '茶', '茶茶茶茶']
    await runImport(rowsOf(titles.map((act, index) => ({ act: act.padEnd(3, ' 茶'), prompt: `${text} ${index}` }))))
    expect((await exportAll(testSite)).map(({ slug }) => slug.replace(/[0-9a-f]{4,}$/, 'x'))).toEqual([
      'newest-x',
      'tea',
      'tea-x',
      'prompt-x',
      'prompt-x',
    ])
  })
})

describe('an export', () => {
  it('imported into an empty catalogue recreates the catalogue', async () => {
    await runImport(readRows(uglyFile))
    const original = await exportAll(testSite)
    const copy = await createTestSite()
    try {
      expect((await runImport(rowsOf(original), { into: copy })).counts.stored).toBe(uglyRowCount)
      expect(await exportAll(copy)).toEqual(original)
    } finally {
      await copy.close()
    }
  })

  it('imported into the same catalogue changes nothing, even if the exported records were edited', async () => {
    await testSite.addPrompt({ importKey: null, content: 'Written here, with ${code} in it.' })
    const records = await exportAll(testSite)
    expect((await runImport(rowsOf([{ ...records[0], title: 'Another title', content: text }]))).counts.known).toBe(1)
    expect(await exportAll(testSite)).toEqual(records)
  })

  it('keeps the origin of a fork', async () => {
    const origin = await testSite.addPrompt()
    const fork = await testSite.addPrompt({ forkOf: origin.id })
    const records = await exportAll(testSite)
    const copy = await createTestSite()
    try {
      await runImport(rowsOf(records), { into: copy })
      expect((await exportAll(copy)).find(({ id }) => id === fork.id)?.forkOf).toBe(origin.id)
    } finally {
      await copy.close()
    }
  })

  it('credits its authors when imported into another site', async () => {
    const userId = await testSite.addUser('mirela')
    await testSite.addPrompt({ userId })
    const records = await exportAll(testSite)
    const copy = await createTestSite()
    try {
      await runImport(rowsOf(records), { into: copy })
      expect(await exportAll(copy)).toMatchObject([{ author: null, credit: 'mirela' }])
    } finally {
      await copy.close()
    }
  })

  it('contains only published prompts', async () => {
    await testSite.addPrompt({ status: 'draft' })
    expect(await exportAll(testSite)).toEqual([])
  })
})
