import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setLanguages, siteLanguages } from '#platform/languages.ts'
import { readXml, textsOf, type XmlElement } from '#test/read-xml.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { partMax } from './sitemap-queries.ts'

const hostile = '</title></script><script>alert(1)</script> & ]]> "quoted"'
const origin = 'http://localhost'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  const ada = await testSite.addUser('ada')
  await testSite.addUser('silent')
  await testSite.addPrompt({ title: 'A plain prompt', category: 'research' })
  await testSite.addPrompt({ title: hostile, description: `${hostile} \u0001`, userId: ada, tags: ['<tag>'] })
  await testSite.addPrompt({ title: 'A secret draft', status: 'draft' })
})
afterAll(() => testSite.close())

async function read(path: string) {
  const response = await testSite.app.request(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const childrenOf = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name)

describe('a feed', () => {
  it.each([
    ['/feed.xml', '/prompts/newest', 2],
    ['/category/research/feed.xml', '/category/research', 1],
    ['/user/ada/feed.xml', '/user/ada', 1],
    ['/user/silent/feed.xml', '/user/silent', 0],
  ])('%s is valid Atom', async (path, page, entries) => {
    const { status, type, text } = await read(path)
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const feed = readXml(text)
    expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    expect(textsOf(feed, 'id')).toEqual([origin + path])
    expect(childrenOf(feed, 'link').map(({ attributes: { rel, href } }) => [rel, href])).toEqual([
      ['self', origin + path],
      ['alternate', origin + page],
    ])
    for (const part of [feed, ...childrenOf(feed, 'entry')]) {
      for (const name of ['title', 'id', 'updated']) expect(textsOf(part, name)).toHaveLength(1)
      expect(textsOf(part, 'updated')[0]).toBe(new Date(textsOf(part, 'updated')[0] ?? '').toISOString())
    }
    const entryElements = childrenOf(feed, 'entry')
    expect(entryElements).toHaveLength(entries)
    for (const entry of entryElements) {
      expect(textsOf(entry, 'id')[0]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
      expect(textsOf(childrenOf(entry, 'author')[0] as XmlElement, 'name')).toHaveLength(1)
    }
  })

  it('escapes hostile text, and contains no drafts', async () => {
    const feed = readXml((await read('/feed.xml')).text)
    expect(childrenOf(feed, 'entry').flatMap((entry) => textsOf(entry, 'title'))).toEqual([hostile, 'A plain prompt'])
  })

  it.each(['/category/nope/feed.xml', '/user/nobody/feed.xml', '/category/nope.md', '/sitemap/nope.xml'])(
    'or another text that doesn’t exist returns 404: %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )
})

describe('texts for programs', () => {
  it('link to each other: robots.txt to the sitemap, llms.txt to the texts', async () => {
    expect((await read('/robots.txt')).text).toMatch(
      /^User-agent: \*\n.*Disallow: \/api\/\n.*\nSitemap: http:\/\/localhost\/sitemap\.xml\n$/s,
    )
    const { text } = await read('/llms.txt')
    expect(text).toMatch(/^# Promptarium\n\n> /)
    const links = [...text.matchAll(/\]\((http:\/\/localhost[^)]+)\)/g)].map(([, link]) => link as string)
    expect(links.length).toBeGreaterThan(15)
    for (const link of links) expect([link, (await testSite.app.request(link)).status]).toEqual([link, 200])
  })

  it('escape markup in the titles of prompts, and contain no drafts', async () => {
    const { text } = await read('/prompts.md')
    expect(text).toContain('\\</title\\>\\</script\\>\\<script\\>alert(1)')
    expect(text).toContain('All 2.')
    expect(text).not.toContain('secret draft')
  })
})

describe('on a site with several languages', () => {
  const before = siteLanguages()
  beforeAll(() =>
    setLanguages([...before, { tag: 'de', prefix: '/de', format: null }, { tag: 'ar', prefix: '/ar', format: null }]),
  )
  afterAll(() => setLanguages(before))

  /** The address of each page in a part of the sitemap, with the addresses of its versions by their languages. */
  async function versionsIn(path: string) {
    const urls = childrenOf(readXml((await read(path)).text), 'url')
    return urls.map((url): [string | undefined, [string | undefined, string | undefined][]] => [
      textsOf(url, 'loc')[0],
      childrenOf(url, 'xhtml:link').map(({ attributes: { hreflang, href } }) => [hreflang, href]),
    ])
  }

  it('the sitemap has each page in each language, and each version names all versions', async () => {
    const parts = childrenOf(readXml((await read('/sitemap.xml')).text), 'sitemap').map(
      (part) => textsOf(part, 'loc')[0] ?? '',
    )
    expect(parts).toContain(`${origin}/sitemap/pages.xml?lang=de`)
    const urls = (await Promise.all(parts.map((part) => versionsIn(part.slice(origin.length))))).flat()
    const all = new Set(urls.map(([address]) => address))
    expect(
      [`${origin}/`, `${origin}/de`, `${origin}/ar/prompts`, `${origin}/de/user/ada`].every((one) => all.has(one)),
    ).toBe(true)
    // There are many addresses, so they are compared without an assertion for each.
    const wrong = urls.filter(([address, versions]) => {
      const addresses = versions.map(([, href]) => href)
      const areAllNamed = versions.map(([tag]) => tag).join() === 'en,de,ar,x-default' && addresses.includes(address)
      return !areAllNamed || addresses[3] !== addresses[0] || addresses.some((href) => !all.has(href))
    })
    expect(wrong).toEqual([])
  })

  it('a feed links to pages in its language, and robots.txt lists the private pages of all', async () => {
    const feed = readXml((await read('/feed.xml?lang=de')).text)
    expect(childrenOf(feed, 'link').map(({ attributes: { href } }) => href)).toEqual([
      `${origin}/feed.xml?lang=de`,
      `${origin}/de/prompts/newest`,
    ])
    const { text } = await read('/robots.txt')
    expect(
      ['/settings', '/de/settings', '/ar/search?'].filter((path) => !text.includes(`Disallow: ${path}\n`)),
    ).toEqual([])
    expect(text).not.toContain('/de/api')
  })
})

describe('the sitemap', () => {
  const readLocations = async (path: string) => {
    const { text } = await read(path)
    return readXml(text).children.map((child) => textsOf(child, 'loc')[0] ?? '')
  }

  it('is an index of parts, with the time of each part’s last change if known', async () => {
    const index = readXml((await read('/sitemap.xml')).text)
    expect([index.name, index.attributes.xmlns]).toEqual([
      'sitemapindex',
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ])
    const prompts = childrenOf(index, 'sitemap').find((part) => textsOf(part, 'loc')[0]?.includes('prompts'))
    expect(textsOf(prompts as XmlElement, 'lastmod')[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await readLocations('/sitemap/people.xml')).toEqual(
      expect.arrayContaining([`${origin}/user/ada`, `${origin}/user/promptarium`]),
    )
    expect(await readLocations('/sitemap/people.xml')).not.toContain(`${origin}/user/silent`)
    expect(await readLocations('/sitemap/pages.xml')).toContain(`${origin}/category/multilingual-translation`)
    expect(await readLocations('/sitemap/prompts.xml')).toHaveLength(2)
  })

  it('is up to date: a changed prompt gives its part a new time, and a removed prompt is gone', async () => {
    const { id } = await testSite.addPrompt({ title: 'Soon removed' })
    await testSite.db
      .updateTable('prompts')
      .set({ updatedAt: new Date('2031-01-01') })
      .where('id', '=', id)
      .execute()
    expect((await read('/sitemap.xml')).text).toContain('2031-01-01T00:00:00.000Z')
    await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
    expect((await read('/sitemap/prompts.xml')).text).not.toContain('soon-removed')
  })

  it('lists the people credited in published prompts, but not as members', async () => {
    // The second name is an account id, which names nobody.
    const { id } = await testSite.addPrompt({ credit: 'Li Na/ada,a45e44c9' })
    await testSite.addPrompt({ credit: 'grace', status: 'draft' })
    expect(await readLocations('/sitemap/authors.xml')).toEqual([`${origin}/author/Li%20Na%2Fada`])
    expect(await readLocations('/sitemap.xml')).toContain(`${origin}/sitemap/authors.xml`)
    await testSite.db.deleteFrom('prompts').where('id', '=', id).execute()
  })

  it('lists every prompt, in parts of at most 10,000', async () => {
    await sql`
      insert into prompts (id, slug, title, description, content, excerpt, language, category_id, user_id, licence, status,
        content_hash, created_at, updated_at, published_at, search_head, search_text)
      select gen_random_uuid(), 'many-' || n, 'Many', '', 'Many of them.', '', 'en', category_id, user_id, licence, status,
        content_hash, created_at, updated_at, published_at + n % 7 * interval '1 second', '', ''
      from prompts, generate_series(1, 19000) n where slug = 'a-plain-prompt'`.execute(testSite.db)
    const parts = (await readLocations('/sitemap.xml')).filter((path) => path.includes('/prompts.xml'))
    // A new part begins after every 9,000 prompts.
    expect(parts).toHaveLength(3)
    const all = await Promise.all(parts.map(readLocations))
    for (const part of all) expect(part.length).toBeLessThanOrEqual(partMax)
    expect(new Set(all.flat()).size).toBe(19_002)
  })

  it('refuses an invalid position in the address of a part', async () => {
    expect((await read('/sitemap/prompts.xml?after=abc')).status).toBe(400)
  })
})

it('no feed, list or sitemap contains an email address, and neither do llms.txt and robots.txt', async () => {
  const paths = [
    '/feed.xml',
    '/user/ada/feed.xml',
    '/llms.txt',
    '/robots.txt',
    '/prompts.md',
    '/tools.md',
    '/sitemap/people.xml',
  ]
  for (const path of paths) expect((await read(path)).text).not.toMatch(/[\w.-]+@[\w-]+\.\w+/)
})
