import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { utcDay } from '#lib/utc-day.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { aggregateViews } from './aggregate-views.ts'
import { createViewCounter } from './count-view.ts'
import { viewRetention } from './view-retention.ts'

const dayMs = 86_400_000
let now = Date.UTC(2026, 10, 20, 12)
let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(now) })
})
afterAll(() => testSite.close())
beforeEach(() => {
  now += dayMs
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

async function viewPrompt(promptId: string, { as, agent = browser }: { as?: string; agent?: string } = {}) {
  const headers = { 'user-agent': agent }
  const { status } = await testSite.request('/api/views', { method: 'POST', json: { promptId }, as, headers })
  expect(status).toBe(204)
}

/** Aggregates the pending views, and returns how many views of a prompt are stored for today. */
async function viewsOf(promptId: string): Promise<number> {
  await testSite.aggregateViews()
  const { rows } = await sql<{ views: number }>`
    select views from prompt_views_daily
    where prompt_id = ${promptId} and day = ${utcDay(new Date(now))}`.execute(testSite.db)
  return rows[0]?.views ?? 0
}

describe('a view of a prompt’s page', () => {
  it('counts once a day per reader', async () => {
    const { id } = await testSite.addPrompt()
    await viewPrompt(id)
    await viewPrompt(id)
    await viewPrompt(id, { agent: `${browser} other` })
    expect(await viewsOf(id)).toBe(2)
    await viewPrompt(id)
    expect(await viewsOf(id)).toBe(2)
    now += dayMs
    await viewPrompt(id)
    expect(await viewsOf(id)).toBe(1)
  })

  it('counts for members, but not for the author', async () => {
    const [author, reader] = [await testSite.addUser(`author${now}`), await testSite.addUser(`reader${now}`)]
    const { id } = await testSite.addPrompt({ userId: author })
    await viewPrompt(id, { as: author })
    await viewPrompt(id, { as: reader })
    expect(await viewsOf(id)).toBe(1)
  })

  it('doesn’t count for a credited author who has claimed the name', async () => {
    const [author, moderator] = [
      await testSite.addUser(`claimant${now}`),
      await testSite.addUser(`mo${now}`, 'moderator'),
    ]
    const { id } = await testSite.addPrompt({ credit: 'Grace Hopper' })
    const json = { note: 'Look at my site, please.' }
    const { body } = await testSite.request('/api/authors/Grace%20Hopper/claim', { method: 'POST', as: author, json })
    await testSite.request(`/api/admin/claims/${body.id}`, {
      method: 'POST',
      as: moderator,
      json: { action: 'approve' },
    })
    await viewPrompt(id, { as: author })
    expect(await viewsOf(id)).toBe(0)
    await viewPrompt(id, { as: moderator })
    expect(await viewsOf(id)).toBe(1)
  })

  it.each(['', 'Googlebot/2.1', 'curl/8.5.0', 'Mozilla/5.0 HeadlessChrome/153.0', 'python-requests/2.32'])(
    'doesn’t count if the User-Agent is %j',
    async (agent) => {
      const { id } = await testSite.addPrompt()
      await viewPrompt(id, { agent })
      expect(await viewsOf(id)).toBe(0)
    },
  )

  it('doesn’t count for drafts and unknown prompts', async () => {
    const draft = await testSite.addPrompt({ status: 'draft' })
    await viewPrompt(draft.id)
    await viewPrompt('01990000-0000-7000-8000-00000000abcd')
    expect(await viewsOf(draft.id)).toBe(0)
    expect((await testSite.request('/api/views', { method: 'POST', json: { promptId: 'x' } })).status).toBe(400)
  })

  it('stays pending while the database is unavailable, and is counted once afterwards', async () => {
    const { id } = await testSite.addPrompt()
    const counter = createViewCounter()
    counter.count(memberOf('01990000-0000-7000-8000-00000000000a'), { promptId: id, source: 'lists' }, new Date(now))
    const unavailableDb = {
      transaction: () => {
        throw new Error('connection lost')
      },
    } as never
    await expect(aggregateViews(unavailableDb, counter)).rejects.toThrow('connection lost')
    await aggregateViews(testSite.db, counter)
    await aggregateViews(testSite.db, counter)
    expect(await viewsOf(id)).toBe(1)
  })

  it('stores nothing about the reader', async () => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_name in ('prompt_views_daily', 'prompt_days') order by column_name`.execute(testSite.db)
    const columnsOf = (table: string) => rows.filter((row) => row.table === table)
    expect(columnsOf('prompt_views_daily').map(({ column }) => column)).toEqual(['day', 'prompt_id', 'views'])
    const counts = columnsOf('prompt_days').filter(({ type }) => type === 'integer')
    expect(counts.map(({ column }) => column)).toContain('from_search')
    expect(
      columnsOf('prompt_days')
        .filter((row) => !counts.includes(row))
        .map(({ column }) => column),
    ).toEqual(['day', 'prompt_id'])
  })

  it('is deleted only if its day is more than 400 days ago', async () => {
    const { id } = await testSite.addPrompt()
    await viewPrompt(id)
    expect(await viewsOf(id)).toBe(1)
    await deleteOldData(testSite.db, viewRetention, new Date(now + 400 * dayMs))
    expect(await viewsOf(id)).toBe(1)
    expect(await deleteOldData(testSite.db, viewRetention, new Date(now + 401 * dayMs))).toBeGreaterThan(0)
    expect(await viewsOf(id)).toBe(0)
  })
})

describe('the view counts', () => {
  it('of the whole site are for admins only', async () => {
    const member = await testSite.addUser(`member${now}`)
    const { id } = await testSite.addPrompt()
    await viewPrompt(id)
    await testSite.aggregateViews()
    expect((await testSite.request('/api/admin/views')).status).toBe(401)
    expect((await testSite.request('/api/admin/views', { as: member })).status).toBe(403)
    await sql`update users set role = 'admin' where id = ${member}`.execute(testSite.db)
    const { body } = await testSite.request('/api/admin/views?days=1', { as: member })
    expect(body).toEqual({
      days: [{ day: utcDay(new Date(now)), views: 1 }],
      prompts: [expect.objectContaining({ id, views: 1 })],
    })
  })
})
