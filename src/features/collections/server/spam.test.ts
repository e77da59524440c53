import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

// The limits use the process's clock, so the test sets it.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') })

let testSite: TestSite
let promptId: string
beforeAll(async () => {
  testSite = await createTestSite({ limits: true })
  promptId = (await testSite.addPrompt()).id
})
afterAll(async () => {
  vi.useRealTimers()
  await testSite.close()
})

// docs/decisions/086 reports on this attack with SPAM_ACCOUNTS=50. Fewer accounts are enough here, because each account
// and each network has its own limit.
const accountCount = Number(process.env.SPAM_ACCOUNTS ?? 10)
const collectionsPerAccount = 6

/**
 * Lets new accounts from `networks` networks create public collections with `name` in their titles, within an hour.
 * Returns how many exist, how many have links, and how many appear in lists, search or the sitemap.
 */
async function attack(name: string, { networks, addressPrefix }: { networks: number; addressPrefix: string }) {
  const send = (as: string, accountIndex: number, path: string, json: object) =>
    testSite.request(`/api/collections${path}`, {
      method: 'POST',
      as,
      from: `${addressPrefix}.${accountIndex % networks}`,
      json,
    })
  for (let accountIndex = 0; accountIndex < accountCount; accountIndex++) {
    const as = await testSite.addUser(`${name}${accountIndex}`)
    for (let index = 0; index < collectionsPerAccount; index++) {
      const link = index % 2 === 0 ? ' https://pills.example.org' : ''
      const title = `Cheap pills ${name} ${accountIndex} ${index}`
      const { status, body } = await send(as, accountIndex, '', {
        title,
        description: `Buy here${link}`,
        visibility: 'public',
      })
      if (status !== 201) continue
      const note = 'More at www.pills.example.org or https://pills.example.org'
      for (const item of [{ note }, {}])
        await send(as, accountIndex, `/${body.id}/items`, { kind: 'prompt', id: promptId, ...item })
    }
    vi.setSystemTime(Date.now() + 60_000)
  }
  const rows = await testSite.db
    .selectFrom('collections as c')
    .leftJoin('collectionItems as i', 'i.collectionId', 'c.id')
    .select(['c.title', 'c.description', 'i.note'])
    .where('c.title', 'like', `Cheap pills ${name} %`)
    .execute()
  const { body: list } = await testSite.request('/api/collections')
  const { body: results } = await testSite.request(`/api/search?q=pills+${name}`)
  const response = await testSite.app.request('/sitemap/collections.xml')
  return {
    created: rows.length,
    withLink: rows.filter((row) => JSON.stringify(row).includes('pills.example')).length,
    listed: list.total + results.collections.length + (await response.text()).split('/collection/').length - 1,
  }
}

it('new accounts, each in its own network, can create 3 collections each, none with a link and none listed', async () => {
  const hidden = { withLink: 0, listed: 0 }
  expect(await attack('far', { networks: accountCount, addressPrefix: '198.51.100' })).toEqual({
    created: 3 * accountCount,
    ...hidden,
  })
})

it('new accounts from the same networks can create 10 collections per network', async () => {
  const networks = accountCount / 5
  const hidden = { withLink: 0, listed: 0 }
  expect(await attack('some', { networks, addressPrefix: '203.0.113' })).toEqual({ created: 10 * networks, ...hidden })
  expect(await attack('near', { networks: 1, addressPrefix: '192.0.2' })).toEqual({ created: 10, ...hidden })
})
