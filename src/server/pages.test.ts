import { describe, expect, it } from 'vitest'
import { everything } from '#server/platform/content-changes.ts'
import { createPages } from './pages.ts'
import { noLog } from './request-log.ts'

const secret = 'a text that a moderator removes'

/** Pages of a site whose database can go away. All of them show the secret. */
function createSite() {
  let isAway = false
  const write = async () => new Response(isAway ? 'away' : secret, { status: isAway ? 503 : 200 })
  const pages = createPages({
    renderer: write,
    writer: write,
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers: {},
    log: noLog,
  })
  const read = async (address: string) => (await pages.render(address)).encodings.identity.body
  const loseDatabase = () => {
    isAway = true
  }
  return { pages, read, loseDatabase }
}

const addresses = ['/prompt/a', '/search?q=a', '/prompt/a.md', '/feed.xml', '/category/general.md']

describe('a text that was taken away', () => {
  it.each(addresses)('is not shown by %s while the database is away, whatever was changed', async (address) => {
    const { pages, read, loseDatabase } = createSite()
    expect(await read(address)).toBe(secret)
    pages.contentChanged([everything])
    loseDatabase()
    expect(await read(address)).not.toContain(secret)
  })

  it.each(addresses.slice(2))('is not shown by %s then, if one prompt was removed', async (address) => {
    const { pages, read, loseDatabase } = createSite()
    await read(address)
    pages.contentChanged(['01900000-0000-7000-8000-000000000001', 'lists'])
    loseDatabase()
    expect(await read(address)).not.toContain(secret)
  })
})

describe('a page that nothing has changed', () => {
  it('is shown while the database is away', async () => {
    const { pages, read, loseDatabase } = createSite()
    await read('/prompt/a')
    pages.contentChanged(['01900000-0000-7000-8000-000000000001', 'lists'])
    loseDatabase()
    expect(await read('/prompt/a')).toBe(secret)
  })
})
