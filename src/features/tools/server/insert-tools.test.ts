import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { insertTools, toolSlug } from './insert-tools.ts'
import { countTools } from './tool-counts.ts'
import type { ToolDraft } from './tool-rows.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const lector: ToolDraft = {
  name: 'Lector & Friends',
  description: 'Reads long documents with you.',
  type: 'text',
  featured: false,
  url: 'https://lector.example/start',
  isFree: true,
  isFullyFree: false,
  tags: ['reading'],
  category: 'research',
}
const insert = (...drafts: ToolDraft[]) =>
  inTransaction(testSite.db, (tx) => insertTools(tx, drafts, hooks.onToolsAdded))

describe('insertTools', () => {
  it('stores a repeated tool once, and records one change of the lists', async () => {
    const { version } = await readContentChanges(testSite.db, null)
    const [first, repeated] = await insert(lector, { ...lector, description: 'Listed twice.' })
    expect(first).toMatchObject({ slug: 'lector-and-friends' })
    expect(repeated).toBeNull()
    expect(await insert({ ...lector, description: 'Another description.' })).toEqual([null])
    const { rows } = await sql<{ description: string }>`select description from tools`.execute(testSite.db)
    expect(rows).toEqual([{ description: lector.description }])
    expect(await countTools(testSite.db)).toBe(1)
    expect(await readContentChanges(testSite.db, version)).toMatchObject({ version: version + 1, keys: ['lists'] })
  })

  it('adds the words of a tool to the search', async () => {
    const { rows } = await sql`select word from search_words where word in ('lector', 'reading')`.execute(testSite.db)
    expect(rows).toHaveLength(2)
  })

  it.each<[string, Partial<ToolDraft>]>([
    ['a script as URL', { url: 'javascript:alert(1)' }],
    ['a password in the URL', { url: 'https://me:secret@lector.example' }],
    ['a URL without a host', { url: 'https://' }],
    ['an unknown category', { category: 'cooking' }],
    ['a name of one letter', { name: 'L' }],
    ['a reserved slug', { slug: 'featured' }],
    ['an invalid slug', { slug: 'No Slug' }],
    ['an id as its slug', { slug: '019a9d1e-7c00-7000-8000-000000000001' }],
  ])('stores nothing if one tool of a batch has %s', async (_, change) => {
    const valid = { ...lector, slug: 'valid' }
    await expect(insert(valid, { ...lector, slug: 'invalid', ...change })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    expect(await countTools(testSite.db)).toBe(1)
  })
})

describe('the slug of a tool’s name', () => {
  it('is always the same, in any script, and never a reserved word or an id', () => {
    expect(toolSlug('Whisper.cpp')).toBe('whispercpp')
    expect(toolSlug('Featured')).toBe('featured-tool')
    expect(toolSlug('019A9D1E-7C00-7000-8000-000000000001')).toBe('019a9d1e-7c00-7000-8000-000000000001-tool')
    expect(toolSlug('文心一言')).toMatch(/^tool-[0-9a-f]{8}$/)
    expect(toolSlug('文心一言')).toBe(toolSlug('文心一言'))
  })
})
