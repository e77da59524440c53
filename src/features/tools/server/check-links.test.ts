import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { OutsideError, type OutsideResponse, type requestOutside } from '#platform/outside-fetch.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { listAdminTools } from './admin-tool-queries.ts'
import { changeTool } from './change-tool.ts'
import { checkLink, type LinkResult } from './check-link.ts'
import { checkLinks } from './check-links.ts'
import { insertTools } from './insert-tools.ts'

const robots = 'https://site.test/robots.txt'
const home = 'https://site.test/'

const unreachable = new OutsideError('', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })

/** Imitates the internet: the responses by method and address. Whatever isn't there is a 404. */
function internet(responses: Record<string, Partial<OutsideResponse> | Error>) {
  const requested: string[] = []
  const request: typeof requestOutside = async (url, { method = 'GET' }) => {
    requested.push(`${method} ${url}`)
    const response = responses[`${method} ${url}`] ?? responses[url] ?? { status: 404 }
    if (response instanceof Error) throw response
    return { status: 200, location: null, text: '', ...response }
  }
  return { request, requested }
}

describe('the check of a link', () => {
  const cases: [string, Parameters<typeof internet>[0], LinkResult['state']][] = [
    ['a page that answers', { [home]: {} }, 'works'],
    ['a page that is gone', { [home]: { status: 410 } }, 'dead'],
    ['a site that fails', { [home]: { status: 503 } }, 'dead'],
    ['a site that refuses programs', { [home]: { status: 403 } }, 'unknown'],
    ['a site that only answers GET', { [`HEAD ${home}`]: { status: 405 }, [`GET ${home}`]: {} }, 'works'],
    ['a site that answers HEAD with 404', { [`HEAD ${home}`]: { status: 404 }, [`GET ${home}`]: {} }, 'works'],
    ['a redirect', { [home]: { status: 301, location: '/new' }, 'https://site.test/new': {} }, 'works'],
    ['an endless redirect', { [home]: { status: 302, location: '/' } }, 'dead'],
    ['a host that no longer exists', { [robots]: unreachable }, 'unreachable'],
    ['a redirect into a private network', { [home]: new OutsideError('private') }, 'dead'],
    ['a robots.txt that fails', { [robots]: { status: 500 }, [home]: {} }, 'unknown'],
  ]
  it.each(cases)('%s', async (_, responses, state) => {
    expect((await checkLink(home, internet(responses).request)).state).toBe(state)
  })

  it('requests no page that its robots.txt refuses', async () => {
    const { request, requested } = internet({ [robots]: { text: 'User-agent: *\nDisallow: /' }, [home]: {} })
    expect(await checkLink(home, request)).toEqual({ state: 'unknown' })
    expect(requested).toEqual([`GET ${robots}`])
  })
})

describe('the job that checks links', () => {
  const start = new Date('2026-11-20T08:00:00Z')
  const afterDays = (days: number) => new Date(start.getTime() + days * 86_400_001)
  const dead: LinkResult = { state: 'dead', problem: 'The site answers with 404.' }
  const works: LinkResult = { state: 'works' }
  const offline: LinkResult = { state: 'unreachable', problem: 'The connection fails.' }
  let testSite: TestSite

  beforeAll(async () => {
    testSite = await createTestSite()
  })
  afterAll(() => testSite.close())
  beforeEach(async () => {
    await testSite.db.deleteFrom('tools').execute()
    const shared = { description: 'It does something.', type: 'text' as const, category: 'general', tags: [] }
    const facts = { isFree: true, isFullyFree: false, featured: false }
    await inTransaction(testSite.db, (tx) =>
      insertTools(
        tx,
        ['good', 'bad'].map((name) => ({ ...shared, ...facts, name, url: `https://${name}.test/` })),
        async () => {},
      ),
    )
  })

  const links = async (query = {}) => {
    const { items } = await listAdminTools(testSite.db, { limit: 20, ...query })
    return Object.fromEntries(items.map(({ name, link }) => [name, link]))
  }
  const onlyBadFails = async (url: string) => (url.includes('bad') ? dead : works)

  it('marks an address as dead after three failures on different days, and no sooner', async () => {
    await checkLinks(testSite.db, afterDays(0), onlyBadFails)
    await checkLinks(testSite.db, afterDays(0), onlyBadFails)
    await checkLinks(testSite.db, afterDays(1), onlyBadFails)
    expect(await links()).toMatchObject({ bad: { isDead: false, problem: dead.problem }, good: { problem: null } })
    await checkLinks(testSite.db, afterDays(2), onlyBadFails)
    expect(await links({ dead: 'true' })).toMatchObject({ bad: { isDead: true } })
    expect(Object.keys(await links({ dead: 'true' }))).toEqual(['bad'])
    await checkLinks(testSite.db, afterDays(3), async () => works)
    expect(await links({ dead: 'true' })).toEqual({})
  })

  it('checks an address that works once a week', async () => {
    const checked: string[] = []
    const check = async (url: string) => {
      checked.push(url)
      return works
    }
    await checkLinks(testSite.db, afterDays(0), check)
    await checkLinks(testSite.db, afterDays(6), check)
    expect(checked).toHaveLength(2)
    await checkLinks(testSite.db, afterDays(7), check)
    expect(checked).toHaveLength(4)
  })

  it('stores nothing while no address can be reached, but finds a single one that is gone', async () => {
    await checkLinks(testSite.db, afterDays(0), async () => offline)
    expect(await links()).toMatchObject({ good: { checkedAt: null }, bad: { checkedAt: null } })
    const onlyBadIsGone = async (url: string) => (url.includes('bad') ? offline : works)
    await checkLinks(testSite.db, afterDays(0), onlyBadIsGone)
    // Now only the bad one is due, and the good one shows that the server is online.
    await checkLinks(testSite.db, afterDays(1), onlyBadIsGone)
    await checkLinks(testSite.db, afterDays(2), onlyBadIsGone)
    expect(await links()).toMatchObject({ good: { problem: null }, bad: { isDead: true } })
    await checkLinks(testSite.db, afterDays(9), async () => offline)
    expect(await links()).toMatchObject({ good: { problem: null } })
  })

  it('starts over when an admin corrects the address', async () => {
    for (const days of [0, 1, 2]) await checkLinks(testSite.db, afterDays(days), onlyBadFails)
    const { items } = await listAdminTools(testSite.db, { limit: 20, dead: 'true' })
    const change = { url: 'https://better.test/' }
    await inTransaction(testSite.db, (tx) =>
      changeTool(tx, items[0]?.id ?? '', change, { now: afterDays(3), onAdded: async () => {} }),
    )
    expect(await links()).toMatchObject({ bad: { checkedAt: null, problem: null, isDead: false } })
  })
})
