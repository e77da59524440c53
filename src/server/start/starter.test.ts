import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { insertCollections } from '#features/collections/server/insert-collections.ts'
import type { SourceRow } from '#features/transfer/record-rules.ts'
import { importPrompts } from '#features/transfer/server/import-prompts.ts'
import { siteAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { hooks } from '../hooks.ts'
import { loadStarter } from './starter.ts'
import { readStarterCollections, readStarterExamples, readStarterPrompts, readStarterTools } from './starter-files.ts'

/** A site with the starter catalogue. Tests only use copies of it. */
let original: TestSite
/** A copy of `original` for the tests that change nothing. */
let filled: TestSite
beforeAll(async () => {
  original = await createTestSite()
  await loadStarter(original.db)
  await original.jobs.stop()
  await original.db.destroy()
  filled = await createTestSite({ copyOf: original })
})
afterAll(async () => {
  await filled.close()
  await original.close()
})

/** The site that the current test uses. */
let testSite: TestSite

async function readTotal(path: string): Promise<number> {
  return (await testSite.request(path)).body.total
}

describe('the starter catalogue', () => {
  describe('on an empty site', () => {
    beforeEach(async () => {
      testSite = await createTestSite()
    })
    afterEach(() => testSite.close())

    it('fills an empty catalogue once, even if several processes start together', async () => {
      const all = { prompts: (await readStarterPrompts()).length, tools: (await readStarterTools()).length }
      const counts = await Promise.all(Array.from({ length: 3 }, () => loadStarter(testSite.db)))
      expect(counts.reduce((sum, { prompts }) => sum + prompts, 0)).toBe(all.prompts)
      expect(counts.reduce((sum, { tools }) => sum + tools, 0)).toBe(all.tools)
      expect(await readTotal('/api/prompts')).toBe(all.prompts)
      expect(await readTotal('/api/tools')).toBe(all.tools)
      expect(await loadStarter(testSite.db)).toMatchObject({ prompts: 0, tools: 0, collections: 0 })
    })

    it('isn’t loaded if another connection holds the lock for longer than `waitMs`, and the error says so', async () => {
      await inTransaction(testSite.db, async (tx) => {
        await sql`lock table starter_parts in exclusive mode`.execute(tx)
        await expect(loadStarter(testSite.db, 100)).rejects.toThrow(/^Another connection has held a lock .+ for 0.1 s/)
      })
      expect((await loadStarter(testSite.db)).prompts).toBeGreaterThan(0)
    })

    it.each([
      ['a prompt', (site: TestSite) => site.addPrompt()],
      ['a draft', (site: TestSite) => site.addPrompt({ status: 'draft' })],
      ['a tool', (site: TestSite) => site.addTool()],
      ['a member', (site: TestSite) => site.addUser('ada')],
    ])('is never added to a site that has %s', async (_, use) => {
      await use(testSite)
      const count = async (table: 'prompts' | 'tools') =>
        (await testSite.db.selectFrom(table).select('id').execute()).length
      const countBoth = async () => [await count('prompts'), await count('tools')]
      const before = await countBoth()
      expect(await loadStarter(testSite.db)).toMatchObject({ prompts: 0, tools: 0, collections: 0 })
      expect(await countBoth()).toEqual(before)
      for (const table of ['prompts', 'tools'] as const) await testSite.db.deleteFrom(table).execute()
      await testSite.db.deleteFrom('users').where('username', '=', 'ada').execute()
      expect(await loadStarter(testSite.db)).toMatchObject({ prompts: 0, tools: 0, collections: 0 })
      expect(await countBoth()).toEqual([0, 0])
    })
  })

  it('belongs to the site, is free for every use, and has no invented votes or copies', async () => {
    const prompts = await filled.db.selectFrom('prompts').selectAll().execute()
    for (const prompt of prompts) {
      expect(prompt).toMatchObject({ userId: siteAccountId, licence: 'CC0-1.0', status: 'published', credit: null })
      expect(prompt).toMatchObject({ votesUp: 0, votesDown: 0, copies: 0, favorites: 0 })
    }
  })

  it('has all fifteen categories among the newest fifteen prompts, and its featured prompts in order', async () => {
    const { items } = (await filled.request('/api/prompts/newest?limit=15')).body
    expect(new Set(items.map((item: { category: { slug: string } }) => item.category.slug)).size).toBe(15)
    expect(items.filter((item: { featured: boolean }) => item.featured)).toEqual([])
    const chosen = (await readStarterPrompts()).filter((prompt) => prompt.featured)
    const titles = chosen.sort((a, b) => Number(a.featured) - Number(b.featured)).map(({ title }) => title)
    const featured = (await filled.request('/api/prompts/featured')).body
    expect(featured.map((item: { title: string }) => item.title)).toEqual(titles)
  })

  it('fills the sections of the home page, and is found by search', async () => {
    const home = (await filled.request('/api/home')).body
    // Nothing was copied yet, so no prompt is among the most copied.
    expect([home.featured.length, home.newest.length, home.mostCopied.length, home.featuredTools.length]).toEqual([
      3, 3, 0, 6,
    ])
    expect((await filled.request('/api/search?q=threat+model')).body.prompts.total).toBeGreaterThan(0)
  })

  it('has collections of its prompts and tools, listed in order, that belong to the site account', async () => {
    const { items } = (await filled.request('/api/collections')).body
    const drafts = await readStarterCollections()
    expect(items.map(({ title }: { title: string }) => title)).toEqual(drafts.map(({ title }) => title))
    const collection = (await filled.request(`/api/collections/${items[0].slug}`)).body
    const itemFields = collection.items.map(
      ({ kind, note, target }: { kind: string; note: string; target: { slug: string } }) => ({
        kind,
        note,
        slug: target.slug,
      }),
    )
    expect(itemFields).toEqual(drafts[0]?.items)
    const owners = await filled.db.selectFrom('collections').select('userId').distinct().execute()
    expect(owners).toEqual([{ userId: siteAccountId }])
  })

  it('has a worked example beside every prompt, called what it is', async () => {
    const { items } = (await filled.request('/api/prompts?limit=100')).body
    for (const { result } of items) expect(result).toMatchObject({ source: 'editors', model: null })
    const { body } = await filled.request('/api/prompts/find-the-bug-before-you-touch-the-code/results')
    expect(body.workedExample.filled[0]).toEqual({ name: 'language', value: 'Python' })
    expect(body.workedExample.text).toContain('```diff')
  })

  it('isn’t duplicated by an import of its own texts', async () => {
    const prompts = await readStarterPrompts()
    const rows = prompts.map(({ title, content }, index) => ({ line: index + 2, fields: { title, content } }))
    const counts = await importPrompts(filled.db, rowsOf(rows), {
      licence: 'CC0-1.0',
      onPublished: hooks.onPublished,
      report: {
        onRefusal: () => undefined,
        onNote: () => undefined,
        onSameText: () => undefined,
        onProgress: () => undefined,
      },
    })
    expect(counts).toEqual({ stored: 0, known: prompts.length, refused: 0 })
  })

  describe('on a filled site', () => {
    beforeEach(async () => {
      testSite = await createTestSite({ copyOf: original })
    })
    afterEach(() => testSite.close())

    it('is listed before prompts that are imported later, until they get votes', async () => {
      const imported = await testSite.addPrompt({ title: 'Aaa' })
      const first = async () => (await testSite.request('/api/prompts?sort=trending&limit=1')).body.items[0].id
      expect(await first()).not.toBe(imported.id)
      const userId = await testSite.addUser('voter')
      await testSite.db
        .insertInto('votes')
        .values({ userId, promptId: imported.id, value: 1, votedAt: new Date(), heldUntil: null })
        .execute()
      await applyTallies(testSite.db, new Date())
      expect(await first()).toBe(imported.id)
    })

    it('isn’t added again after everything is deleted', async () => {
      await testSite.db.deleteFrom('prompts').execute()
      await testSite.db.deleteFrom('tools').execute()
      expect(await loadStarter(testSite.db)).toMatchObject({ prompts: 0, tools: 0, collections: 0 })
      expect(await testSite.db.selectFrom('prompts').select('id').execute()).toEqual([])
    })

    it('has collections that a moderator can remove, and that don’t come back', async () => {
      const [first, ...rest] = (await testSite.request('/api/collections')).body.items
      const boss = await testSite.addUser('boss', 'admin')
      const removed = await testSite.request(`/api/admin/collections/${first.id}`, {
        method: 'PATCH',
        as: boss,
        json: { removedReason: 'Not for this site' },
      })
      expect(removed.status).toBe(200)
      await loadStarter(testSite.db)
      const left = (await testSite.request('/api/collections')).body.items
      expect(left.map(({ id }: { id: string }) => id)).toEqual(rest.map(({ id }: { id: string }) => id))
    })

    /** Makes the site look as if a version without starter collections had filled it. */
    const imitateOlderVersion = async () => {
      await testSite.db.deleteFrom('collections').execute()
      await testSite.db.deleteFrom('starterParts').where('part', '=', 'collections').execute()
    }

    it('adds its collections once to a site that an older version filled', async () => {
      await imitateOlderVersion()
      const collections = (await readStarterCollections()).length
      expect(await loadStarter(testSite.db)).toMatchObject({ prompts: 0, tools: 0, collections })
      expect(await readTotal('/api/collections')).toBe(collections)
      await testSite.db.deleteFrom('collections').execute()
      expect((await loadStarter(testSite.db)).collections).toBe(0)
    })

    it('adds worked examples once to a site that an older version filled, except of edited texts', async () => {
      await testSite.db.deleteFrom('workedExamples').execute()
      await testSite.db.deleteFrom('results').execute()
      await testSite.db.deleteFrom('starterParts').where('part', '=', 'worked examples').execute()
      const { id } = (await testSite.request('/api/prompts?limit=1')).body.items[0]
      const boss = await testSite.addUser('editor', 'admin')
      const json = { content: 'Another text with {{one}} blank.' }
      expect((await testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: boss, json })).status).toBe(200)
      const added = (await readStarterExamples()).length - 1
      expect(await loadStarter(testSite.db)).toEqual({ prompts: 0, tools: 0, collections: 0, 'worked examples': added })
      expect((await testSite.request(`/api/prompts/${id}`)).body.result).toBeNull()
      await testSite.db.deleteFrom('workedExamples').execute()
      expect((await loadStarter(testSite.db))['worked examples']).toBe(0)
    })

    it.each([
      ['no collections to a site that has public ones', 'public', () => 0],
      ['its collections to a site that has only private ones', 'private', (all: number) => all],
    ] as const)('adds %s', async (_, visibility, added) => {
      await imitateOlderVersion()
      const all = await readStarterCollections()
      await inTransaction(testSite.db, (tx) => insertCollections(tx, siteAccountId, all.slice(0, 1), new Date()))
      await testSite.db.updateTable('collections').set({ visibility, slug: 'mine' }).execute()
      expect((await loadStarter(testSite.db)).collections).toBe(added(all.length))
    })

    it('adds no collections to a site whose prompts were deleted', async () => {
      await imitateOlderVersion()
      await testSite.db.deleteFrom('prompts').execute()
      expect((await loadStarter(testSite.db)).collections).toBe(0)
    })
  })
})

async function* rowsOf(rows: SourceRow[]): AsyncGenerator<SourceRow> {
  yield* rows
}
