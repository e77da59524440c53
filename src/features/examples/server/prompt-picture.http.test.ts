import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imageCategory, promptSorts } from '#features/catalogue/rules.ts'
import { aggregateFilterCounts } from '#features/catalogue/server/filter-counts.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createFolderStore } from './picture-store.ts'
import { renewExampleResults } from './renew-example-results.ts'

let testSite: TestSite
let folder: string
let author: string
let moderator: string
let now = new Date('2026-11-20T12:00:00Z')
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  testSite = await createTestSite({ now: () => now, site: { pictures: createFolderStore(folder) } })
  author = await testSite.addUser('author')
  moderator = await testSite.addUser('moderator', 'moderator')
})
afterAll(async () => {
  await testSite.close()
  await rm(folder, { recursive: true, force: true })
})

const addImagePrompt = (more = {}) =>
  testSite.addPrompt({
    userId: author,
    category: imageCategory,
    content: `A fox, oil painting ${++count}`,
    ...more,
  })
/** Adds a picture a minute later, as a moderator would, and returns its address. */
async function addPicture(as: string, promptId: string): Promise<string> {
  now = new Date(now.getTime() + 60_000)
  const side = 64 + ++count
  const body = await sharp({ create: { width: side, height: 64, channels: 3, background: '#c06030' } })
    .png()
    .toBuffer()
  const { id } = (await testSite.request('/api/pictures', { as, method: 'POST', body: new Uint8Array(body) })).body
  const json = { model: 'Flux 2', madeOn: '2026-11-19', pictures: [{ id, alt: 'A fox' }] }
  const { body: example } = await testSite.request(`/api/prompts/${promptId}/examples`, { as, method: 'POST', json })
  if (example.status === 'pending')
    await testSite.request(`/api/admin/examples/${example.id}`, {
      as: moderator,
      method: 'POST',
      json: { action: 'approve' },
    })
  return example.pictures[0].src.replace('/api/', '/')
}
const shownPicture = async (id: string) => (await testSite.request(`/api/prompts/${id}`)).body.result?.picture?.src

it('a prompt shows the newest picture of its author, otherwise the newest one of a member', async () => {
  const { id } = await addImagePrompt()
  const [ada, bob] = [await testSite.addUser('ada'), await testSite.addUser('bob')]
  const first = await addPicture(ada, id)
  expect(await shownPicture(id)).toBe(first)
  const second = await addPicture(bob, id)
  expect(await shownPicture(id)).toBe(second)
  const own = await addPicture(author, id)
  expect(await shownPicture(id)).toBe(own)
  await addPicture(ada, id)
  expect(await shownPicture(id)).toBe(own)
  const newestOwn = await addPicture(author, id)
  expect(await shownPicture(id)).toBe(newestOwn)

  // What older rules chose is replaced.
  await sql`update results set source_id = ${id}, picture = jsonb_set(picture, '{src}', '"/pictures/old/"')
    where prompt_id = ${id}`.execute(testSite.db)
  await sql`update prompts set filters = array_remove(filters, 'picture:true') where id = ${id}`.execute(testSite.db)
  await renewExampleResults(testSite.db, true)
  expect(await shownPicture(id)).toBe(newestOwn)
  const listed = await testSite.request('/api/prompts?picture=true')
  expect(listed.body.items.map((prompt: { id: string }) => prompt.id)).toEqual([id])
})

it('a list with pictures first has the prompts with pictures in its order, then all others, each once', async () => {
  const prompts = []
  for (let index = 0; index < 7; index++)
    prompts.push(await addImagePrompt({ title: `Listed ${index}`, tags: ['wall'] }))
  for (const index of [1, 4, 6]) await addPicture(author, prompts[index]?.id ?? '')
  await aggregateFilterCounts(testSite.db)
  const titlesOf = async (query: string) => {
    const titles: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await testSite.request(`/api/prompts?tag=wall&limit=2&pictures=first&${query}${cursor}`)
      expect(body.total).toBe(7)
      titles.push(...body.items.map(({ title }: { title: string }) => title.slice('Listed '.length)))
      if (!body.nextCursor) return titles
      cursor = `&cursor=${body.nextCursor}`
    }
  }
  for (const sort of promptSorts)
    for (const scope of ['', `category=${imageCategory}&`, 'language=en&']) {
      const titles = await titlesOf(`${scope}sort=${sort}`)
      expect(titles.slice(0, 3).toSorted()).toEqual(['1', '4', '6'])
      expect(titles.slice(3).toSorted()).toEqual(['0', '2', '3', '5'])
    }
  expect(await titlesOf('sort=newest')).toEqual(['6', '4', '1', '5', '3', '2', '0'])
  const { body: counts } = await testSite.request('/api/filters?tag=wall')
  expect(counts.picture).toEqual([{ value: 'true', prompts: 3 }])
  // Editing the text keeps the value.
  const edit = { content: 'A fox in the snow, oil painting', version: 1 }
  await testSite.request(`/api/prompts/${prompts[1]?.id}`, { as: author, method: 'PATCH', json: edit })
  expect((await testSite.request('/api/prompts?tag=wall&picture=true')).body.total).toBe(3)
})
