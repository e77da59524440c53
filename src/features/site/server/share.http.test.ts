import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeResults } from '#features/results/server/store-results.ts'
import { everything } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { surrogateKeys } from '#platform/surrogate-keys.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let slug: string
beforeAll(async () => {
  testSite = await createTestSite()
  slug = (
    await testSite.addPrompt({
      title: 'A poem for {{name}}',
      content: 'Write a poem about {{topic}}.\n\nFor ☃ Łukasz.',
    })
  ).slug
})
afterAll(() => testSite.close())

/** Reads the width and height of the share image at a path from its PNG header. */
async function sizeOf(path: string) {
  const response = await testSite.app.request(path)
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe('a share image', () => {
  it('exists for the site, a prompt, a category and a user; a wide image can be requested', async () => {
    for (const path of [
      '/share/site.png',
      `/share/prompt/${slug}.png`,
      '/share/category/research.png',
      '/share/user/promptarium.png',
    ]) {
      expect(await sizeOf(path)).toEqual([1200, 630])
    }
    expect(await sizeOf('/share/site.png?size=wide')).toEqual([1270, 760])
  })

  it('is drawn for any title', async () => {
    for (const title of [
      '</script><script>alert(1)</script>',
      '提示词大全',
      'مرحبا بالعالم',
      '🚀🚀🚀',
      'x'.repeat(200),
      'Ẁ́ á̂̃',
    ]) {
      const prompt = await testSite.addPrompt({ title })
      expect(await sizeOf(`/share/prompt/${prompt.slug}.png`)).toEqual([1200, 630])
    }
  })

  it('returns 304 for its ETag, and a new image after an edit', async () => {
    const path = `/share/prompt/${slug}.png`
    const etag = (await testSite.app.request(path)).headers.get('etag') ?? ''
    const again = await testSite.app.request(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await testSite.db.updateTable('prompts').set({ title: 'Another title' }).where('slug', '=', slug).execute()
    expect((await testSite.app.request(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('has the prompt’s id among its surrogate keys, and a short s-maxage if it shows an example picture', async () => {
    const { id, slug } = await testSite.addPrompt()
    const getHeaders = async () => (await testSite.app.request(`/share/prompt/${slug}.png`, { method: 'HEAD' })).headers
    const plain = await getHeaders()
    expect(plain.get('surrogate-key')).toBe(surrogateKeys([everything, id]))
    expect(plain.get('cache-control')).toBe('public, max-age=300')
    const picture = { src: '/pictures/abc/', alt: 'A fox', width: 300, height: 200 }
    const about = { promptId: id, source: 'example', sourceId: id, userId: null, model: 'Flux 2', text: null } as const
    await inTransaction(testSite.db, (tx) =>
      storeResults(tx, { promptIds: [id], sources: ['example'] }, [{ ...about, picture, madeAt: testSite.now() }]),
    )
    expect((await getHeaders()).get('cache-control')).toBe('public, max-age=300, s-maxage=30')
  })

  it('of a collection has the ids of its items among its surrogate keys, and that of a person their name', async () => {
    const { id, slug } = await testSite.addPrompt({ title: 'Soon removed' })
    const { cookie } = await testSite.headersOf(await testSite.addUser('Keeper'))
    const send = (path: string, json: object) => testSite.request(path, { method: 'POST', json, headers: { cookie } })
    const collection = (await send('/api/collections', { title: 'Kept', description: '', visibility: 'public' })).body
    expect((await send(`/api/collections/${collection.id}/items`, { kind: 'prompt', id })).status).toBe(200)
    const keysAt = async (path: string) =>
      (await testSite.app.request(path, { method: 'HEAD' })).headers.get('surrogate-key')
    expect(await keysAt(`/share/collection/${collection.slug}.png`)).toBe(
      surrogateKeys([everything, collection.id, id]),
    )
    expect(await keysAt('/share/user/Keeper.png')).toBe(surrogateKeys([everything, 'user:keeper']))
    expect(await keysAt('/share/category/research.png')).toBe(surrogateKeys([everything, 'category:research']))
    const address = encodeURIComponent(`http://localhost/prompt/${slug}`)
    expect(await keysAt(`/oembed?url=${address}`)).toBe(surrogateKeys([everything, id]))
  })

  it('of a prompt with a former address redirects to the current one', async () => {
    const { id, slug } = await testSite.addPrompt({ title: 'Renamed' })
    await testSite.db.insertInto('promptFormerSlugs').values({ slug: 'the-old-name', promptId: id }).execute()
    for (const size of ['', '?size=wide']) {
      const response = await testSite.app.request(`/share/prompt/the-old-name.png${size}`)
      expect([response.status, response.headers.get('location')]).toEqual([301, `/share/prompt/${slug}.png${size}`])
    }
  })

  it.each([
    '/share/prompt/nope.png',
    '/share/user/nobody.png',
    '/share/category/nope.png',
    '/share/tool/nope.png',
    '/share/nope.png',
  ])('of an unknown subject, %s, returns 404', async (path) => {
    expect((await testSite.app.request(path)).status).toBe(404)
  })

  it('of a draft returns 404', async () => {
    const draft = await testSite.addPrompt({ title: 'Only mine', status: 'draft' })
    expect((await testSite.app.request(`/share/prompt/${draft.slug}.png`)).status).toBe(404)
  })
})
