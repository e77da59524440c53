import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewStored } from '#features/catalogue/server/stored/renew-stored.ts'
import { similarityBandRenewal } from '#features/catalogue/server/stored/store-similarity-bands.ts'
import { cutText } from '#lib/well-formed.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ada: string
beforeAll(async () => {
  testSite = await createTestSite()
  ada = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

const content =
  'Act as a patient interviewer. Ask {{candidate}} ten questions about {{subject}}, one at a time, wait for each answer, ' +
  'then rate the answers from one to ten and say in two sentences what should be learned next and where to begin.'
const check = async (json: object) =>
  (await testSite.request('/api/prompts/check', { method: 'POST', as: ada, json })).body

describe('the check before publishing', () => {
  it('finds near-duplicates, most similar first, except for those that the request excludes', async () => {
    const same = await testSite.addPrompt({ title: 'The same words', content })
    const near = await testSite.addPrompt({
      title: 'Nearly',
      content: content.replace('ten questions', 'six questions'),
    })
    await testSite.addPrompt({ title: 'Far', content: cutText(content, 60) })
    await testSite.addPrompt({ title: 'Hidden', content, status: 'draft' })
    const { nearDuplicates } = await check({ content })
    expect(nearDuplicates).toEqual([
      { slug: same.slug, title: 'The same words', likeness: 1 },
      { slug: near.slug, title: 'Nearly', likeness: expect.toSatisfy((likeness) => likeness > 0.7 && likeness < 1) },
    ])
    expect((await check({ content, except: [same.id, near.slug] })).nearDuplicates).toEqual([])
  })

  it('finds near-duplicates after an edit, and among prompts stored by an older version of the software', async () => {
    const { id } = await testSite.addPrompt({ title: 'Something else', userId: ada })
    const text = `${content} Do it in the style of {{author}}, and never use more than forty words in a row.`
    await testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as: ada, json: { content: text } })
    const titles = async () =>
      (await check({ content: `${text} Thanks.` })).nearDuplicates.map((prompt: { title: string }) => prompt.title)
    expect((await titles())[0]).toBe('Something else')
    // An older version stored no bands: the hashes by which near-duplicates are found.
    await testSite.db.deleteFrom('promptBands').execute()
    expect(await titles()).toEqual([])
    expect(await renewStored(testSite.db, similarityBandRenewal)).toBeGreaterThan(3)
    expect(await renewStored(testSite.db, similarityBandRenewal)).toBe(0)
    expect((await titles())[0]).toBe('Something else')
  })

  it('reports hidden characters and secrets by field and line, never the secret itself', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const body = await check({ title: 'Zero\u200Bwidth', content: `Line one\nUse ${key} here\n\u202Eturned` })
    expect(body.hiddenCharacters).toEqual([
      { field: 'title', kind: 'zero-width characters', count: 1, line: 1 },
      { field: 'content', kind: 'direction overrides', count: 1, line: 3 },
    ])
    expect(body.secrets).toEqual([{ field: 'content', kind: 'GitHub token', line: 2 }])
    expect(JSON.stringify(body)).not.toContain(key)
  })

  it('is for members only', async () => {
    expect((await testSite.request('/api/prompts/check', { method: 'POST', json: { content } })).status).toBe(401)
  })
})

describe('tag suggestions', () => {
  it('are tags in use that begin with what was typed, most used first; wildcards match literally', async () => {
    for (const tags of [['poem', 'poetry'], ['poetry'], ['100%'], ['polite']]) await testSite.addPrompt({ tags })
    await testSite.addPrompt({ tags: ['pottery'], status: 'draft' })
    const suggest = async (q: string) =>
      (await testSite.request(`/api/tags?q=${encodeURIComponent(q)}`)).body.map((row: { tag: string }) => row.tag)
    expect(await suggest('po')).toEqual(['poetry', 'poem', 'polite'])
    expect(await suggest('#POE')).toEqual(['poetry', 'poem'])
    expect(await suggest('%')).toEqual([])
    expect(await suggest('100%')).toEqual(['100%'])
    expect((await suggest(''))[0]).toBe('poetry')
  })
})
