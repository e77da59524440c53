import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { findToolDrifts } from '#features/tools/server/tool-counts.ts'
import { runCli } from '#test/cli.ts'
import { fillWithOldSite, oldBackup } from '#test/old-site.ts'
import { goodPassword, signIn, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { loadStarter } from '../start/starter.ts'
import { listPendingMigrations } from './migrations.ts'

const restoreOldBackup = async (connection: TestSite['connection']) => {
  const { status, stderr } = await runCli(['restore', oldBackup], connection)
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^\d+ of \d+ rows$/m)])
}

describe.each([
  ['in place', fillWithOldSite],
  ['by restoring its backup', restoreOldBackup],
])('a site of version 0.1.0, upgraded %s,', (_, fill) => {
  let testSite: TestSite
  beforeAll(async () => {
    testSite = await createTestSite({ fill })
  })
  afterAll(() => testSite.close())
  const get = async (path: string) => (await testSite.request(path)).body

  it('has the current schema, and correct counters', async () => {
    expect(await listPendingMigrations(testSite.db)).toEqual([])
    expect([...(await findDrifts(testSite.db)), ...(await findToolDrifts(testSite.db))]).toEqual([])
    expect((await runCli(['doctor'], testSite.connection)).status).toBe(0)
  })

  it('shows its old content: prompts, tools, users, counts', async () => {
    expect([(await get('/api/prompts')).total, (await get('/api/tools')).total]).toEqual([310, 3])
    const prompt = await get('/api/prompts/sources-worth-a-second-look')
    expect(prompt).toMatchObject({ user: { username: 'ada' }, featured: true, tags: ['sources', 'reading'] })
    expect(await get('/api/prompts/sources-made-shorter')).toMatchObject({ forkOf: { title: prompt.title } })
    expect((await testSite.request('/api/prompts/a-draft-of-ben')).status).toBe(404)
    const { items } = await get('/api/prompts/most-copied?limit=100')
    expect(items.filter(({ copies }: { copies: number }) => copies === 1)).toHaveLength(20)
    expect((await get('/api/home')).featured.map(({ slug }: { slug: string }) => slug)).toEqual([prompt.slug])
  })

  // Null: no prompt matches.
  it.each([
    ['beekeeper weak step', /^Beekeeper: /],
    ['бекепер', null],
    ['повар', /^Помощник/],
    ['ubersetzerin', /^Übersetzerin/],
    ['musem guide', /^Museum Guide/],
  ])('answers the search “%s”', async (words, title) => {
    const { items } = (await get(`/api/search?q=${encodeURIComponent(words)}`)).prompts
    if (title) expect(items[0]?.title).toMatch(title)
    else expect(items).toEqual([])
  })

  it('lets new users register, sign in, spend and write, and old users set a password', async () => {
    const cleo = await signUp(testSite, 'cleo')
    expect(await signIn(testSite, cleo)).toContain('session')
    const spent = await testSite.request('/api/user/credits/decrease', {
      as: cleo.id,
      method: 'POST',
      json: { amount: 2 },
    })
    expect([spent.status, spent.body.credits]).toEqual([200, 28])
    const written = await testSite.request('/api/prompts', {
      as: cleo.id,
      method: 'POST',
      json: { title: 'Written after the upgrade', content: 'Say what {{changed}} since then.', category: 'general' },
    })
    expect([written.status, (await get('/api/prompts')).total]).toEqual([201, 311])

    const link = (await runCli(['user', 'reset-link', 'ada'], testSite.connection)).stdout
    const token = /token=([\w-]+)/.exec(link)?.[1]
    const reset = await testSite.request('/api/password/reset', {
      method: 'POST',
      json: { token, password: goodPassword },
    })
    expect(reset.status).toBeLessThan(300)
    expect(await signIn(testSite, { username: 'ada', password: goodPassword })).toContain('session')
  })

  it('doesn’t get the starter catalogue', async () => {
    expect(await loadStarter(testSite.db)).toEqual({ prompts: 0, tools: 0, collections: 0, 'worked examples': 0 })
  })
})
