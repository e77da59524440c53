import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, readContentChanges } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { FilterCounts } from '../contract.ts'
import { promptSorts } from '../rules.ts'
import { aggregateFilterCounts } from './filter-counts.ts'
import { filterRenewal } from './stored/prompt-renewals.ts'
import { findDrifts } from './stored/recount-queries.ts'
import { renewStored } from './stored/renew-stored.ts'
import { recordTestedVendors } from './stored/store-card-facts.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  const category = 'research'
  await testSite.addPrompt({ title: 'One', category, content: 'Explain {{what}} to a child.', tags: ['tea'] })
  await testSite.addPrompt({ title: 'Two', category, content: 'Explain this. '.repeat(50), tags: ['tea'] })
  await testSite.addPrompt({ title: 'Three', category, content: 'Erkläre {{was}} einem Kind.', language: 'de' })
  await testSite.addPrompt({ title: 'Four', category, content: 'Write about [topic] for a child.', language: 'de' })
  await testSite.addPrompt({ title: 'Draft', category, status: 'draft', language: 'de' })
})
afterAll(() => testSite.close())

const list = async (query: string) => (await testSite.request(`/api/prompts?category=research&${query}`)).body
const listTitles = async (query: string) =>
  (await list(query)).items.map(({ title }: { title: string }) => title).sort()
async function readCounts(query: string): Promise<Record<string, Record<string, number>>> {
  const body: FilterCounts = (await testSite.request(`/api/filters?${query}`)).body
  return Object.fromEntries(
    Object.entries(body).map(([name, values]) => [
      name,
      Object.fromEntries(values.map(({ value, prompts }) => [value, prompts])),
    ]),
  )
}

describe('lists', () => {
  it('are filtered by language, blanks and length together, with the right total', async () => {
    expect(await listTitles('language=de')).toEqual(['Four', 'Three'])
    expect(await listTitles('blanks=true')).toEqual(['Four', 'One', 'Three'])
    expect(await listTitles('blanks=false&length=medium')).toEqual(['Two'])
    expect(await list('language=de&blanks=true')).toMatchObject({ total: 2 })
    expect(await listTitles('language=de&length=long')).toEqual([])
    expect(await listTitles('tag=tea&length=short')).toEqual(['One'])
  })

  it('can be limited to prompts that are ready to copy: without blanks, or with a default for each', async () => {
    const category = 'general'
    const listed = [{ name: 'guests', kind: 'number' as const, default: '4' }]
    await testSite.addPrompt({ title: 'No blanks', category, content: 'Plan a week of meals.' })
    await testSite.addPrompt({ title: 'Defaults', category, content: 'Plan {{days:7}} days for {{people:a family}}.' })
    await testSite.addPrompt({ title: 'Listed', category, content: 'Cook for {{guests}}.', variables: listed })
    await testSite.addPrompt({ title: 'One default', category, content: 'Plan {{days:7}} days for {{people}}.' })
    await testSite.addPrompt({ title: 'Placeholder', category, content: 'Plan {{days:7}} days of meals for [person].' })
    const ready = await testSite.request(`/api/prompts?category=${category}&blanks=ready`)
    const titles = ready.body.items.map(({ title }: { title: string }) => title)
    expect(titles.toSorted()).toEqual(['Defaults', 'Listed', 'No blanks'])
    expect(ready.body.total).toBe(3)
    for (const blanks of ['', '&blanks=ready', '&blanks=true'])
      expect((await readCounts(`category=${category}${blanks}`)).blanks).toEqual({ true: 4, false: 1, ready: 3 })
    expect((await readCounts(`category=${category}&blanks=ready`)).length).toEqual({ short: 3 })
  })

  it('are paged in each order', async () => {
    for (const sort of promptSorts) {
      const first = await list(`blanks=true&sort=${sort}&limit=2`)
      const second = await list(`blanks=true&sort=${sort}&limit=2&cursor=${first.nextCursor}`)
      const titles = [...first.items, ...second.items].map(({ title }: { title: string }) => title)
      expect(titles.toSorted()).toEqual(['Four', 'One', 'Three'])
      expect(second.nextCursor).toBe(null)
    }
  })

  it.each(['language=English!', 'blanks=maybe', 'length=tiny', 'tested=nobody', 'style=x', 'tool=x', 'ratio=7:3'])(
    'refuse %s and name the parameter',
    async (query) => {
      const { status, body } = await testSite.request(`/api/prompts?${query}`)
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', [query.split('=')[0]]])
    },
  )

  it('are filtered by what a text says about the image, for image prompts only', async () => {
    const content = 'A photorealistic portrait photograph of a woman, 4:5, teal and orange color grading --ar 4:5'
    await testSite.addPrompt({ title: 'Picture', category: 'image-generation', content })
    await testSite.addPrompt({ title: 'No picture', category: 'creative', content })
    const { body } = await testSite.request('/api/prompts?style=photo&tool=midjourney&ratio=4:5')
    expect(body.items).toMatchObject([
      {
        title: 'Picture',
        picture: {
          ratio: '4:5',
          style: 'photo',
          tools: ['midjourney'],
        },
      },
    ])
    expect((await testSite.request('/api/prompts/no-picture')).body.picture).toBe(null)
  })
})

describe('the counts of prompts by filter', () => {
  it('include the published prompts that match all other chosen filters', async () => {
    expect(await readCounts('category=research')).toMatchObject({
      language: { en: 2, de: 2 },
      blanks: { true: 3, false: 1, ready: 1 },
      length: { short: 3, medium: 1 },
      tested: {},
    })
    expect(await readCounts('category=research&language=de&length=short')).toMatchObject({
      language: { en: 1, de: 2 },
      blanks: { true: 2 },
      length: { short: 2 },
    })
    expect((await readCounts('category=research&tag=tea')).length).toEqual({ short: 1, medium: 1 })
  })

  it('match the prompts after one is added, tested and removed, before and after aggregation', async () => {
    const { id } = await testSite.addPrompt({ title: 'Five', category: 'research', content: 'A short text.' })
    await aggregateFilterCounts(testSite.db)
    expect(await aggregateFilterCounts(testSite.db)).toBe(0)
    await inTransaction(testSite.db, (tx) =>
      recordTestedVendors(tx, id, async () => ({ testedWith: ['openai', 'anthropic'], worksBestWith: null })),
    )
    expect(await listTitles('tested=anthropic')).toEqual(['Five'])
    expect((await readCounts('category=research&tested=openai')).blanks).toEqual({ false: 1, ready: 1 })
    await sql`update prompts set status = 'removed' where id = ${id}`.execute(testSite.db)
    expect((await readCounts('category=research')).tested).toEqual({})
    // Of the drifts, only those of filter counts have “with” in their description.
    const findFilterDrifts = async () => (await findDrifts(testSite.db)).filter(({ what }) => what.includes(' with '))
    expect(await findFilterDrifts()).toEqual([])
    await aggregateFilterCounts(testSite.db)
    expect(await findFilterDrifts()).toEqual([])
    await sql`update filter_counts set prompts = prompts + 1 where 'language:de' = any(filters)`.execute(testSite.db)
    expect(await findFilterDrifts()).not.toEqual([])
    await sql`select refill_filter_counts(), refill_filter_count_changes()`.execute(testSite.db)
    expect(await findFilterDrifts()).toEqual([])
  })
})

it('a renewal updates outdated filters once, keeps the tested vendors, and invalidates all pages', async () => {
  const { id } = await testSite.addPrompt({ content: 'Plan a dinner for {{people}}.' })
  await sql`update prompts set tested_with = '{google}', filters = '{}', filters_version = 0 where id = ${id}`.execute(
    testSite.db,
  )
  const { version } = await readContentChanges(testSite.db, null)
  expect(await renewStored(testSite.db, filterRenewal)).toBe(1)
  expect(await renewStored(testSite.db, filterRenewal)).toBe(0)
  const { rows } = await sql<{ filters: string[] }>`select filters from prompts where id = ${id}`.execute(testSite.db)
  expect(rows).toEqual([{ filters: ['language:en', 'blanks:true', 'length:short', 'tested:google'] }])
  expect((await readContentChanges(testSite.db, version)).keys.toSorted()).toEqual([id, everything])
})
