import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApiTransport } from '#client/api-transport.ts'
import { getPublishedPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { promptSubject } from '#features/site/server/share-subjects.ts'
import { exportPrompts } from '#features/transfer/server/export-prompts.ts'
import { readXml, textsOf, type XmlElement } from '#test/read-xml.ts'
import { renderSite } from '#test/render-site.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

setApiTransport(async (path, init) => testSite.app.request(path, init))

let testSite: TestSite
let slug: string
/** The member eve imports a prompt that credits somebody called grace. There is also a member called grace. */
beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addUser('grace')
  const eve = await testSite.addUser('eve')
  const send = (method: string, path: string, json: object) => testSite.request(path, { method, as: eve, json })
  const content = 'title,prompt,contributor\nWhat Grace would ask,Explain the compiler to {{reader}}.,grace\n'
  await send('POST', '/api/user/prompts/import', { format: 'csv', content })
  const [{ id }] = (await testSite.request('/api/user/prompts', { as: eve })).body.items
  slug = (await send('PATCH', `/api/prompts/${id}`, { status: 'published' })).body.slug
})
afterAll(() => testSite.close())

const read = async (path: string) => (await testSite.app.request(path)).text()

describe('a credit with the same name as a member', () => {
  it.each([
    '/',
    '/prompts',
    '/prompts?view=table',
    '/prompts/newest',
    '/category/general',
    '/category/programming-code',
    '/search?q=compiler',
    '/user/eve',
    '/prompt/what-grace-would-ask',
  ])('at %s never links to that member', async (address) => {
    const html = await renderSite(address)
    expect(html).not.toContain('/user/grace')
    const linked = /<a [^>]*href="\/author\/grace"[^>]*><bdi>grace<\/bdi><\/a>/g
    const asData = /"credit(Text)?":"grace"|"username":"grace","isMember":false/g
    // The name must appear nowhere else, except in the prompt's address.
    expect(html.replace(linked, '').replace(asData, '')).not.toMatch(/(?<!what-)grace/)
  })

  it('is shown as a credit on the prompt’s page', async () => {
    const html = await renderSite(`/prompt/${slug}`)
    expect(html).toMatch(/Credit<\/dt><dd><a [^>]*href="\/author\/grace"[^>]*><bdi>grace<\/bdi>/)
    expect(html).toMatch(/Imported by<\/dt><dd><a [^>]*href="\/user\/eve"/)
    expect(html).toMatch(/"author":\{"@type":"Person","name":"eve"[^}]*\},"creditText":"grace"/)
  })

  it('doesn’t make that member the author in the API, in search, on that member’s page or in exports', async () => {
    const { body } = await testSite.request(`/api/prompts/${slug}`)
    expect([body.user.username, body.credit]).toEqual(['eve', 'grace'])
    const found = (await testSite.request('/api/search?q=grace')).body
    expect(found.people).toMatchObject([{ username: 'grace', isMember: false }])
    for (const path of ['/api/users/grace', '/api/prompts?author=grace']) {
      const listed = (await testSite.request(path)).body
      expect((listed.prompts ?? listed).items).toEqual([])
    }
    const exported: unknown[] = []
    await exportPrompts(testSite.db, async (prompts) => void exported.push(...prompts))
    expect(exported).toMatchObject([{ author: 'eve', credit: 'grace' }])
  })

  it('is not the author of a feed entry', async () => {
    for (const path of ['/feed.xml', '/user/eve/feed.xml']) {
      const entry = readXml(await read(path)).children.find(({ name }) => name === 'entry') as XmlElement
      const author = entry.children.find(({ name }) => name === 'author') as XmlElement
      expect([textsOf(author, 'name'), textsOf(author, 'uri')]).toEqual([['eve'], ['http://localhost/user/eve']])
      expect(textsOf(entry, 'rights')).toEqual(['Credit: grace'])
    }
    expect(await read('/user/grace/feed.xml')).not.toContain('<entry>')
  })

  it('follows the importer’s name on the share image, and is truncated if it is long', async () => {
    const footOf = async (slug: string) =>
      promptSubject(await getPublishedPromptOrThrow(testSite.db, slug), 'Site').subject.foot
    expect(await footOf(slug)).toBe('by eve · 1 blank · credit: grace')
    const many = await testSite.addPrompt({
      credit: Array.from({ length: 20 }, (_, index) => `somebody ${index}`).join(', '),
    })
    expect(await footOf(many.slug)).toMatch(/ · credit: somebody 0, somebody 1, .*…$/)
  })
})
