import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Category, Prompt, PromptCard } from '#features/catalogue/contract.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { runCli } from '#test/cli.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

const uglyFile = join(import.meta.dirname, '../../test/fixtures/ugly-prompts.csv')

let testSite: TestSite
let folder = ''
beforeAll(async () => {
  testSite = await createTestSite()
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  await runCli(['import', uglyFile], testSite.connection)
  await fillCatalogue(testSite)
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true })
})

/** Fills a catalogue as members and moderators do: with edits, forks, drafts, all licenses and removals. */
async function fillCatalogue(testSite: TestSite) {
  const [ada, eve, mod] = [
    await testSite.addUser('ada'),
    await testSite.addUser('eve'),
    await testSite.addUser('mod', 'admin'),
  ]
  const addPrompt = async (as: string, json: object) => {
    const body = { category: 'research', content: 'Sum up {{text:"this",\nand}} that, {{whom}}.', ...json }
    return (await testSite.request('/api/prompts', { method: 'POST', as, json: body })).body as Prompt
  }
  const editPrompt = (id: string, json: object, as = mod) =>
    testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json })
  const origin = await addPrompt(ada, { title: 'Shared alike', licence: 'CC-BY-SA-4.0', tags: ['one, two', 'three'] })
  await addPrompt(eve, { title: 'Made from it', forkOf: origin.id, models: ['Llama, large', 'GPT'] })
  await addPrompt(ada, {
    title: 'All mine',
    licence: 'all-rights-reserved',
    content: 'Bitte fasse diesen langen Text auf Deutsch zusammen.',
  })
  await addPrompt(ada, {
    title: '=HYPERLINK("https://example.org")',
    content: '- a list, and\n+ more of {{it}}.',
    tags: ['@home'],
  })
  await addPrompt(ada, { title: 'Free for all', licence: 'CC0-1.0', description: 'A "line", and\tmore.' })
  for (const content of ['The second version of {{it}}.', 'The third version of {{it:all}}.\r\n'])
    await editPrompt(origin.id, { content }, ada)
  await editPrompt(origin.id, { title: 'Shared alike, and renamed' }, ada)
  await addPrompt(ada, { title: 'Still a draft', status: 'draft' })
  const removed = await addPrompt(ada, { title: 'Taken away' })
  await testSite.request(`/api/admin/prompts/${removed.id}`, {
    method: 'PATCH',
    as: mod,
    json: { status: 'removed', removedReason: 'Spam.' },
  })
  await testSite.request(`/api/admin/prompts/${origin.id}`, { method: 'PATCH', as: mod, json: { featured: true } })
  const deleted = await addPrompt(eve, { title: 'Soon deleted' })
  await testSite.request(`/api/prompts/${deleted.id}`, { method: 'DELETE', as: eve })
}

/**
 * Reads the catalogue as a visitor sees it. Leaves out what an import changes: each prompt's version, with the sections that
 * may have entries, and its user and credit, which `by` (the author's name) replaces.
 */
async function readCatalogue(testSite: TestSite): Promise<Map<string, unknown>> {
  const prompts = new Map<string, unknown>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page: { items: PromptCard[]; nextCursor: string | null } = (
      await testSite.request(`/api/prompts/newest?limit=100${query}`)
    ).body
    for (const { slug } of page.items) {
      const {
        user,
        credit,
        version,
        sections: _,
        ...prompt
      }: Prompt = (await testSite.request(`/api/prompts/${slug}`)).body
      expect(version).toBeGreaterThan(0)
      prompts.set(slug, { ...prompt, by: credit ?? user.username })
    }
    cursor = page.nextCursor
  }
  return prompts
}

/** Reads the counts and featured prompts of a catalogue. */
async function readSections(testSite: TestSite) {
  const read = async (path: string) => (await testSite.request(path)).body
  return {
    categories: (await read('/api/categories')).map(({ slug, promptCount }: Category) => [slug, promptCount]),
    featured: (await read('/api/prompts/featured')).map(({ slug }: PromptCard) => slug),
    tags: await read('/api/tags'),
  }
}

describe.each(['json', 'csv'])('a catalogue that has been in use, exported as %s', (format) => {
  it('is the same after an import into an empty site', async () => {
    const file = join(folder, `catalogue.${format}`)
    const empty = await createTestSite()
    try {
      expect((await runCli(['export', file], testSite.connection)).status).toBe(0)
      const { status, stdout } = await runCli(['import', file], empty.connection)
      expect([status, stdout]).toEqual([0, `catalogue.${format}: 47 new, 0 already there, 0 refused.\n`])
      const [before, after] = [await readCatalogue(testSite), await readCatalogue(empty)]
      expect(after).toEqual(before)
      expect([...after.keys()]).toEqual([...before.keys()])
      expect(after.get('made-from-it')).toMatchObject({ forkOf: { title: 'Shared alike, and renamed' }, by: 'eve' })
      expect(await readSections(empty)).toEqual(await readSections(testSite))
      // All counts that the catalogue stores are right.
      expect(await findDrifts(empty.db)).toEqual([])
    } finally {
      await empty.close()
    }
  })
})
