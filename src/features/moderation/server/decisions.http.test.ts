import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { reportables } from '#server/reportables.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
/** How far the test site's clock is ahead of the real time, in ms. */
let aheadMs = 0
let ids: Record<'author' | 'reader' | 'moderator' | 'admin', string>
beforeAll(async () => {
  testSite = await createTestSite({ now: () => new Date(Date.now() + aheadMs) })
  ids = {
    author: await testSite.addUser('author'),
    reader: await testSite.addUser('reader'),
    moderator: await testSite.addUser('mo', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
})
afterAll(() => testSite.close())
beforeEach(async () => {
  aheadMs = 0
  await sql`delete from report_cases`.execute(testSite.db)
})

const send = (method: string, path: string, as: string, json?: object) => testSite.request(path, { method, as, json })
const readQueue = async () => (await testSite.request('/api/admin/reports', { as: ids.admin })).body
const decide = (id: string, action: string, as = ids.admin, more: object = {}) =>
  send('POST', `/api/admin/reports/${id}`, as, { action, ...more })
const report = (promptId: string) => send('POST', '/api/reports', ids.reader, { promptId, reason: 'spam' })
const moderate = (id: string, json: object) => send('PATCH', `/api/admin/prompts/${id}`, ids.moderator, json)
const readStatus = async (id: string, as: string) => (await testSite.request(`/api/prompts/${id}`, { as })).body.status

async function addReportedPrompt(userId = ids.author) {
  const { id } = await testSite.addPrompt({ userId })
  await report(id)
  return { id, caseId: (await readQueue()).items[0].id as string }
}

/** Adds a reported prompt that its author has turned back into a draft. */
async function addReportedDraft(userId: string) {
  const reported = await addReportedPrompt(userId)
  await send('PATCH', `/api/prompts/${reported.id}`, userId, { status: 'draft' })
  return reported
}

describe('a moderation decision', () => {
  it('on an unknown case fails with status 404', async () => {
    expect((await decide(newId(), 'dismiss')).status).toBe(404)
  })

  it('to ban requires a recent sign-in or the password; other decisions require neither', async () => {
    const { id: curator, cookie } = await signUp(testSite, 'Curator')
    await sql`update users set role = 'admin' where id = ${curator}`.execute(testSite.db)
    const rascal = await testSite.addUser('rascal')
    const { id, caseId } = await addReportedPrompt(rascal)
    // A sign-in is recent for 12 hours.
    aheadMs = 13 * 3_600_000
    const decideAsCurator = (json: object) =>
      testSite.request(`/api/admin/reports/${caseId}`, { method: 'POST', headers: { cookie }, json })
    const refused = await decideAsCurator({ action: 'ban' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['password']])
    expect((await decideAsCurator({ action: 'ban', password: 'not this one' })).status).toBe(403)
    expect([await readStatus(id, rascal), (await readQueue()).total]).toEqual(['published', 1])
    expect((await decideAsCurator({ action: 'dismiss' })).body.state).toBe('dismissed')
    expect((await decideAsCurator({ action: 'reopen' })).body.state).toBe('open')
    expect((await decideAsCurator({ action: 'ban', password: goodPassword })).body.state).toBe('banned')
  })

  it('to ban holds the member’s votes before the response is sent, and keeps the member’s other prompts', async () => {
    const rascal = await testSite.addUser('voting_rascal')
    const other = await testSite.addPrompt({ userId: rascal })
    const voted = await testSite.addPrompt()
    await send('POST', '/api/votes', rascal, { promptId: voted.id, value: 1 })
    const { caseId } = await addReportedPrompt(rascal)
    expect((await decide(caseId, 'ban')).status).toBe(200)
    expect((await testSite.request(`/api/prompts/${voted.id}`)).body.votes.up).toBe(0)
    expect(await readStatus(other.id, ids.reader)).toBe('published')
  })

  it('can’t ban the site account, and the case says so', async () => {
    const { caseId } = await addReportedPrompt(siteAccountId)
    expect((await readQueue()).items[0].bannable).toBe(false)
    expect((await decide(caseId, 'ban')).status).toBe(403)
    expect((await readQueue()).items[0].state).toBe('open')
    await decide(caseId, 'dismiss')
    await addReportedPrompt()
    expect((await readQueue()).items[0].bannable).toBe(true)
  })

  it('about a draft can ban its author, but not remove the draft', async () => {
    const rascal = await testSite.addUser('drafting_rascal')
    const { id, caseId } = await addReportedDraft(rascal)
    expect((await decide(caseId, 'remove')).status).toBe(409)
    expect((await decide(caseId, 'ban')).body.state).toBe('banned')
    const { rows } = await sql`select status from prompts where id = ${id}`.execute(testSite.db)
    expect(rows).toEqual([{ status: 'draft' }])
  })

  it('waits for a concurrent change of the prompt, and locks the case only afterwards', async () => {
    const { id, caseId } = await addReportedPrompt()
    const deciding = await inTransaction(testSite.db, async (tx) => {
      await sql`select from prompts where id = ${id} for no key update`.execute(tx)
      const response = decide(caseId, 'dismiss')
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      await sql`select from report_cases where id = ${caseId} for update nowait`.execute(tx)
      return { response }
    })
    expect((await deciding.response).status).toBe(200)
  })
})

describe('reopening a case', () => {
  it('is refused while newer reports about the prompt are open', async () => {
    const { id, caseId } = await addReportedPrompt()
    await decide(caseId, 'dismiss')
    await send('PATCH', `/api/prompts/${id}`, ids.author, { title: 'Now worse' })
    await report(id)
    const refused = await decide(caseId, 'reopen')
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('reported again')])
    expect((await readQueue()).items).toMatchObject([{ state: 'open' }])
  })

  it('doesn’t restore a prompt that the decision had not removed', async () => {
    const { id, caseId } = await addReportedPrompt()
    await decide(caseId, 'dismiss')
    await moderate(id, { status: 'removed', removedReason: 'It sells pills.' })
    expect((await decide(caseId, 'reopen')).status).toBe(200)
    expect(await readStatus(id, ids.author)).toBe('removed')
  })

  it('adds one audit entry about the prompt that it restores', async () => {
    const { id, caseId } = await addReportedPrompt()
    await decide(caseId, 'remove')
    await decide(caseId, 'reopen')
    const { items } = await listAuditEntries(testSite.db, { target: { kind: 'prompt', id } }, { limit: 9 })
    expect(items.map(({ action }) => action)).toEqual(['prompt.publish', 'prompt.remove'])
  })
})

it('a second ban of the same person succeeds, and adds no audit entry', async () => {
  const id = await testSite.addUser('banned_twice')
  for (const _ of ['once', 'and again'])
    expect((await send('PATCH', `/api/admin/users/${id}`, ids.admin, { banned: true })).status).toBe(200)
  expect((await listAuditEntries(testSite.db, { target: { kind: 'user', id } }, { limit: 9 })).items).toHaveLength(1)
})

it('the account that represents deleted users gets no email', async () => {
  const { id } = await testSite.addPrompt({ userId: deletedAccountId })
  await testSite.runJobs()
  const before = testSite.outbox().length
  await moderate(id, { status: 'removed', removedReason: 'It sells pills.' })
  await testSite.runJobs()
  expect(testSite.outbox()).toHaveLength(before)
})

describe('reported content', () => {
  const isLocked = async (statement: ReturnType<typeof sql>) => {
    const errorCode = await statement.execute(testSite.db).then(
      () => null,
      (error: { code?: string }) => error.code,
    )
    // lock_not_available
    return errorCode === '55P03'
  }
  const isPromptLocked = (id: string) => isLocked(sql`select from prompts where id = ${id} for no key update nowait`)
  const isComparisonLocked = (id: string) =>
    isLocked(sql`select from comparisons where id = ${id} for no key update nowait`)

  it('is locked: a comparison by locking its prompt, or directly if it has no prompt', async () => {
    const prompt = await testSite.addPrompt({ userId: ids.author })
    const comparisonId = newId()
    await sql`insert into comparisons (user_id, id, prompt_id, from_prompt, content, variables, blind, created_at)
      values (${ids.author}, ${comparisonId}, null, false, 'Say it.', '{}', false, now())`.execute(testSite.db)
    const probe = async () => [await isPromptLocked(prompt.id), await isComparisonLocked(comparisonId)]
    const probeWhileLocked = (kind: 'prompt' | 'comparison', id: string, promptId: string | null) =>
      inTransaction(testSite.db, async (tx) => {
        await reportables[kind].lock(tx, id, promptId)
        return probe()
      })
    expect(await probeWhileLocked('prompt', prompt.id, prompt.id)).toEqual([true, false])
    expect(await probeWhileLocked('comparison', comparisonId, prompt.id)).toEqual([true, false])
    expect(await probeWhileLocked('comparison', comparisonId, null)).toEqual([false, true])
    expect(await probe()).toEqual([false, false])
  })
})
