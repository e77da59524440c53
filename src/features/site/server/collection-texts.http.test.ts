import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectClient, makeToken } from '#test/mcp-client.ts'
import { readXml } from '#test/read-xml.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let owner: string
const collections: Record<string, { id: string; slug: string }> = {}
beforeAll(async () => {
  testSite = await createTestSite()
  owner = await testSite.addUser('owner')
  // Lists don't show collections of new accounts.
  await testSite.db
    .updateTable('users')
    .set({ createdAt: new Date('2026-01-01') })
    .where('id', '=', owner)
    .execute()
  const send = async (path: string, json: object) =>
    (await testSite.request(`/api/collections${path}`, { method: 'POST', as: owner, json })).body
  const [shownPrompt, removedPrompt] = [
    await testSite.addPrompt({ title: 'Ask *politely*', content: 'Ask {{whom}} for it.', description: '' }),
    await testSite.addPrompt({ title: 'Hidden later' }),
  ]
  const tool = await testSite.addTool({ name: 'Drawing board' })
  for (const visibility of ['public', 'unlisted', 'private']) {
    const collection = await send('', { title: `Some ${visibility} <things>`, visibility })
    for (const [kind, { id }, note] of [
      ['prompt', shownPrompt, 'Start & stay here'],
      ['prompt', removedPrompt, ''],
      ['tool', tool, ''],
    ] as const)
      await send(`/${collection.id}/items`, { kind, id, note })
    collections[visibility] = collection
  }
  await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', removedPrompt.id).execute()
})
afterAll(() => testSite.close())

const get = (path: string) => testSite.app.request(path)
const textOf = async (path: string) => (await get(path)).text()
const slugOf = (visibility: string) => collections[visibility]?.slug ?? ''
const pathsOf = (visibility: string) => [
  ...['.md', '.json', '/feed.xml'].map((suffix) => `/collection/${slugOf(visibility)}${suffix}`),
  `/share/collection/${slugOf(visibility)}.png`,
]

describe('a collection for programs', () => {
  it('is available as Markdown with notes and links to the prompts’ texts', async () => {
    const text = await textOf(`/collection/${slugOf('public')}.md`)
    expect(text).toMatch(/^# Some public \\<things\\>\n\nCollected by owner\.\n\n1\. \[Ask \\\*politely\\\*\]\(http/)
    expect(text).toContain('/prompt/ask-politely.md): Start \\& stay here\n1. [Drawing board](')
  })

  it('is available as the same JSON that the API returns', async () => {
    const api = await testSite.request(`/api/collections/${slugOf('public')}`)
    expect(await (await get(`/collection/${slugOf('public')}.json`)).json()).toEqual(api.body)
  })

  it('is available as a feed of its items, with the collection’s owner as the author', async () => {
    const feed = readXml(await textOf(`/collection/${slugOf('public')}/feed.xml`))
    const titles = feed.children
      .filter(({ name }) => name === 'entry')
      .map(({ children }) => children.find(({ name }) => name === 'title')?.text)
    expect(titles.toSorted()).toEqual(['Ask *politely*', 'Drawing board'])
    expect(feed.children.find(({ name }) => name === 'author')?.children[0]?.text).toBe('owner')
  })

  it('has a share image', async () => {
    const image = await get(`/share/collection/${slugOf('public')}.png`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('redirects a former address to the current one', async () => {
    const former = slugOf('public').replace(/^.*-/, 'former-')
    for (const suffix of ['.md', '.json', '/feed.xml'])
      expect((await get(`/collection/${former}${suffix}`)).headers.get('location')).toBe(
        `/collection/${slugOf('public')}${suffix}`,
      )
  })

  it('is in the sitemap if it is public, and has noindex if it is unlisted', async () => {
    const sitemap = await textOf('/sitemap/collections.xml')
    expect(sitemap).toContain(`/collection/${slugOf('public')}<`)
    for (const visibility of ['unlisted', 'private']) expect(sitemap).not.toContain(slugOf(visibility))
    for (const path of pathsOf('unlisted')) expect((await get(path)).status).toBe(200)
    expect((await get(`/collection/${slugOf('unlisted')}.md`)).headers.get('x-robots-tag')).toBe('noindex')
    expect((await get(`/collection/${slugOf('public')}.md`)).headers.get('x-robots-tag')).toBeNull()
  })

  it('is not found if it is private', async () => {
    for (const path of pathsOf('private')) {
      const [hidden, missing] = [await get(path), await get(path.replace(slugOf('private'), 'things-0123456789'))]
      expect([hidden.status, missing.status]).toEqual([404, 404])
    }
  })

  it('never includes removed prompts', async () => {
    for (const path of [...pathsOf('public').slice(0, 3), ...pathsOf('unlisted').slice(0, 3)])
      expect(await textOf(path)).not.toMatch(/hidden.later/i)
  })
})

describe('a collection through the Model Context Protocol', () => {
  const listNames = async (visibility: string, token?: string) => {
    const client = await connectClient(testSite, { path: `/mcp/c/${slugOf(visibility)}`, token })
    const { prompts, cacheScope } = await client.listPrompts()
    await client.close()
    return { names: prompts.map(({ name }) => name), cacheScope }
  }

  it('lists only the prompts of the collection', async () => {
    await testSite.addPrompt({ featured: true })
    for (const visibility of ['public', 'unlisted'])
      expect(await listNames(visibility)).toEqual({ names: ['ask-politely'], cacheScope: 'public' })
  })

  it('is not found if it is private, except with its owner’s token', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (slug: string) => testSite.app.request(`/mcp/c/${slug}`, { method: 'POST', headers, body })
    for (const slug of [slugOf('private'), 'things-0123456789', 'nothing']) expect((await post(slug)).status).toBe(404)
    const otherToken = await makeToken(testSite, await testSite.addUser('other'), ['read'])
    await expect(listNames('private', otherToken.token)).rejects.toThrow()
    const ownToken = await makeToken(testSite, owner, ['read'])
    expect(await listNames('private', ownToken.token)).toEqual({ names: ['ask-politely'], cacheScope: 'private' })
  })

  it('accepts only POST requests', async () => {
    const response = await testSite.app.request(`/mcp/c/${slugOf('public')}`, {
      headers: { accept: 'text/event-stream' },
    })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
