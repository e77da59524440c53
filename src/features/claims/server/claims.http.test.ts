import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { newId } from '#platform/ids.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let github: Awaited<ReturnType<typeof fakeOauthProvider>>
let testNumber = 0
let grace: Person
/** A credited name that no other test uses. */
let name: string
beforeAll(async () => {
  github = await fakeOauthProvider()
  testSite = await createTestSite({
    site: { oauth: { keys: { github: github.keys, google: github.keys }, testUrl: github.url } },
  })
})
afterAll(async () => {
  await testSite.close()
  await github.close()
})
beforeEach(async () => {
  name = `Grace-${++testNumber}`
  grace = await signUp(testSite, `member${testNumber}`)
  await testSite.addPrompt({ credit: name, title: 'A credited prompt' })
})

const send = (method: string, path: string, cookie: string, json?: unknown) =>
  testSite.request(path, { method, json, headers: { cookie } })

/** Claims a name by signing in to GitHub as `login`. */
async function claimByGithub({ cookie }: Person, login: string, claim = name, provider = 'github') {
  const start = await send('POST', `/api/connections/${provider}`, cookie, { claim })
  if (start.status !== 200) return start
  github.state.person = { id: 1000 + testNumber, name: login, email: null }
  const { code, state } = await github.visit(start.body.url)
  return send('POST', `/api/connections/${provider}/return`, `${cookie}; ${cookieOf(start)}`, { code, state })
}
const releaseClaim = ({ cookie }: Person) => send('DELETE', `/api/authors/${name}/claim`, cookie)
const requestClaim = ({ cookie }: Person, note = 'It is my name everywhere.') =>
  send('POST', `/api/authors/${name}/claim`, cookie, { note })
const claimsOf = async ({ cookie }: Person) => (await send('GET', '/api/user/claims', cookie)).body
const readAuthor = async () => {
  const { author, prompts } = (await testSite.request(`/api/authors/${name}`)).body
  return [author.username, author.isMember, prompts.total]
}
const readUserPage = async ({ username }: Person) => {
  const { contributor, credits, prompts } = (await testSite.request(`/api/users/${username}`)).body
  return { prompts: contributor.prompts, credits, shown: prompts.items.length }
}
const rankingOf = async (period = 'all') =>
  (await testSite.request(`/api/top-contributors?limit=100&period=${period}`)).body.items.map(
    ({ username, prompts }: { username: string; prompts: number }) => `${username} ${prompts}`,
  )

describe('a claim by signing in to GitHub', () => {
  it('assigns the prompts credited to the name to the member, and can be reversed', async () => {
    const sharedPrompt = await testSite.addPrompt({ credit: `${name},Linus`, title: 'By two people' })
    await testSite.addPrompt({ credit: name, status: 'draft', title: 'A draft' })
    expect((await claimByGithub(grace, name.toUpperCase())).status).toBe(200)
    expect(await readAuthor()).toEqual([grace.username, true, 2])
    expect(await readUserPage(grace)).toEqual({ prompts: 2, credits: [name], shown: 2 })
    expect(await rankingOf()).toEqual(expect.arrayContaining([`${grace.username} 2`]))
    expect(await rankingOf()).not.toEqual(expect.arrayContaining([expect.stringContaining(name)]))
    // Prompts that are imported later also count for the member.
    await testSite.addPrompt({ credit: name.toLowerCase(), title: 'Imported later' })
    expect(await readUserPage(grace)).toMatchObject({ prompts: 3 })
    expect(await claimsOf(grace)).toMatchObject([{ name, status: 'approved', proof: 'github', holds: true }])
    // No stored count differs from a recount.
    expect(await findDrifts(testSite.db)).toEqual([])
    expect((await testSite.request(`/api/prompts/${sharedPrompt.slug}`)).body.credit).toBe(`${name},Linus`)

    for (let i = 0; i < 2; i++) expect((await releaseClaim(grace)).status).toBe(204)
    expect(await readAuthor()).toEqual([name, false, 3])
    expect(await readUserPage(grace)).toEqual({ prompts: 0, credits: [], shown: 0 })
    expect(await claimsOf(grace)).toMatchObject([{ name, status: 'approved', holds: false }])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('counts a month’s copies of prompts credited to the name once, for the member', async () => {
    // The copies of one day, stored for the credited author before the claim.
    await testSite.db
      .insertInto('authorDays')
      .columns(['userId', 'day', 'copies', 'votes'])
      .expression((eb) =>
        eb
          .selectFrom('creditedAuthors')
          .select((inner) => [
            'id',
            inner.val('2026-11-20').$castTo<string>().as('day'),
            inner.lit(5).as('copies'),
            inner.lit(0).as('votes'),
          ])
          .where('name', '=', name),
      )
      .execute()
    await claimByGithub(grace, name)
    await refreshPeriods(testSite.db, new Date('2026-11-21T00:00:00Z'))
    const { items } = (await testSite.request('/api/top-contributors?limit=100&period=month')).body
    expect(
      items.filter(({ username }: { username: string }) => [name, grace.username].includes(username)),
    ).toMatchObject([{ username: grace.username, copies: 5 }])
  })

  it('needs the GitHub account with the credited name', async () => {
    const response = await claimByGithub(grace, 'somebody-else')
    expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    expect(response.body.error).toContain('somebody-else')
    expect(await readAuthor()).toEqual([name, false, 1])
    expect((await send('GET', '/api/user/connections', grace.cookie)).body).toEqual([])
  })

  it('can’t be started at another provider, by a visitor or for an unknown name; a display name claims nothing', async () => {
    expect((await claimByGithub(grace, name, name, 'google')).body.fields).toHaveProperty('claim')
    expect((await send('POST', '/api/connections/github', '', { claim: name })).status).toBe(401)
    expect((await send('POST', '/api/connections/github', grace.cookie, { claim: 'nobody of that name' })).status).toBe(
      404,
    )
    await testSite.db.updateTable('users').set({ displayUsername: name }).where('id', '=', grace.id).execute()
    expect(await readAuthor()).toEqual([name, false, 1])
  })

  it('stays with the first member if another member later has the same GitHub username', async () => {
    await claimByGithub(grace, name)
    const laterMember = await signUp(testSite, `later${testNumber}`)
    const response = await claimByGithub(laterMember, name)
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(await readAuthor()).toEqual([grace.username, true, 1])
  })

  it('succeeds for only one of three members who claim a name concurrently', async () => {
    const rivals = [grace, await signUp(testSite, `rival${testNumber}`), await signUp(testSite, `third${testNumber}`)]
    github.state.person = { id: 9000 + testNumber, name, email: null }
    const starts = await Promise.all(
      rivals.map(({ cookie }) => send('POST', '/api/connections/github', cookie, { claim: name })),
    )
    const callbacks = await Promise.all(starts.map(({ body }) => github.visit(body.url)))
    const responses = await Promise.all(
      rivals.map(({ cookie }, index) => {
        const { code, state } = callbacks[index] as (typeof callbacks)[number]
        const cookies = `${cookie}; ${cookieOf(starts[index] as (typeof starts)[number])}`
        return send('POST', '/api/connections/github/return', cookies, { code, state })
      }),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = rivals[responses.findIndex(({ status }) => status === 200)]
    expect(await readAuthor()).toEqual([winner?.username, true, 1])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('keeps the member from voting on prompts credited to the name, and the member’s copies don’t count', async () => {
    const prompt = await testSite.addPrompt({ credit: name })
    await claimByGithub(grace, name)
    const vote = await send('POST', '/api/votes', grace.cookie, { promptId: prompt.id, value: 1 })
    expect(vote.status).toBe(403)
    expect((await send('POST', `/api/prompts/${prompt.id}/copy`, grace.cookie)).body.copies).toBe(0)
  })
})

describe('a decision against a claim', () => {
  it('also prevents claims by signing in to GitHub, until a moderator approves a new request', async () => {
    const moderator = await testSite.addUser(`moderator${testNumber}`, 'moderator')
    const decide = (id: string, action: string) =>
      testSite.request(`/api/admin/claims/${id}`, { method: 'POST', as: moderator, json: { action } })
    await claimByGithub(grace, name)
    const [claim] = await claimsOf(grace)
    expect((await decide(claim.id, 'revoke')).status).toBe(200)
    const response = await claimByGithub(grace, name)
    expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    const { body: newRequest } = await requestClaim(grace)
    expect((await claimByGithub(grace, name)).status).toBe(403)
    expect((await decide(newRequest.id, 'approve')).body.holds).toBe(true)
    await releaseClaim(grace)
    expect((await claimByGithub(grace, name)).status).toBe(200)
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})

describe('a member’s import', () => {
  const importPrompt = ({ cookie }: Person, { contributor = name, status = 'published', title = 'Imported' } = {}) => {
    const content = `act,prompt,contributor\n${title},"${title} by a file of test ${testNumber}, long enough.","${contributor}"\n`
    return send('POST', '/api/user/prompts/import', cookie, { format: 'csv', content, status })
  }
  it('can’t credit a name that another member claimed, not even after that claim ends', async () => {
    const otherMember = await signUp(testSite, `stranger${testNumber}`)
    await importPrompt(otherMember, { title: 'Before the claim' })
    await claimByGithub(grace, name)
    expect(await readUserPage(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect(
      (await importPrompt(otherMember, { title: 'Spam', contributor: `${name.toLowerCase()}, Linus` })).body.created,
    ).toBe(1)
    expect(await readUserPage(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect((await testSite.request('/api/prompts?q=Spam')).body.items[0]?.credit).toContain('Linus')
    expect(await findDrifts(testSite.db)).toEqual([])
    await releaseClaim(grace)
    expect(await readAuthor()).toEqual([name, false, 2])
    await claimByGithub(grace, name)
    expect(await readUserPage(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect(await findDrifts(testSite.db)).toEqual([])
  })
  it('counts for the importer if they claimed the name; an admin’s import can credit anybody', async () => {
    await claimByGithub(grace, name)
    await importPrompt(grace, { title: 'My own' })
    expect(await readUserPage(grace)).toMatchObject({ prompts: 2 })
    const admin = await signUp(testSite, `admin${testNumber}`)
    await testSite.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
    await importPrompt(admin, { title: 'By an admin' })
    expect(await readUserPage(grace)).toMatchObject({ prompts: 3 })
    expect(await findDrifts(testSite.db)).toEqual([])
  })
  it.each(['draft', 'published'])('with the status %s creates no name that the importer can claim', async (status) => {
    const contributor = `Made up ${testNumber}`
    await importPrompt(grace, { contributor, status })
    const path = `/api/authors/${encodeURIComponent(contributor)}/claim`
    expect((await send('POST', path, grace.cookie, { note: 'It is my name.' })).status).toBe(404)
    expect((await claimByGithub(grace, contributor, contributor)).status).toBe(404)
  })
})

describe('a request to the moderators', () => {
  it('is stored and audited only once if it is repeated, and can be withdrawn', async () => {
    const readActions = async () => {
      const { items } = await listAuditEntries(testSite.db, { actorId: grace.id }, { limit: 100 })
      return items.map(({ action }) => action).filter((action) => action.startsWith('claim.'))
    }
    const [first, second] = [await requestClaim(grace), await requestClaim(grace, 'Once more, the same name.')]
    expect([first.status, second.body.id, second.body.note]).toEqual([201, first.body.id, 'It is my name everywhere.'])
    expect(await claimsOf(grace)).toMatchObject([{ status: 'pending', holds: false }])
    expect(await readActions()).toEqual(['claim.request'])
    for (let i = 0; i < 2; i++) await releaseClaim(grace)
    expect(await claimsOf(grace)).toEqual([])
    expect(await readActions()).toEqual(['claim.release', 'claim.request'])
  })

  it('is returned if it is repeated, even after a hundred newer claims', async () => {
    const { body } = await requestClaim(grace)
    const { authorId } = await testSite.db
      .selectFrom('authorClaims')
      .select('authorId')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    const newerClaims = Array.from({ length: 100 }, () => ({
      id: newId(),
      authorId,
      userId: grace.id,
      status: 'declined' as const,
      proof: 'moderator' as const,
      note: '',
      createdAt: new Date(),
    }))
    await testSite.db.insertInto('authorClaims').values(newerClaims).execute()
    expect(await requestClaim(grace)).toMatchObject({ status: 201, body: { id: body.id } })
  })

  it('needs a credited name that isn’t already the member’s, a note and a sign-in', async () => {
    expect((await requestClaim({ ...grace, cookie: '' })).status).toBe(401)
    expect((await requestClaim(grace, 'mine')).body.fields).toHaveProperty('note')
    expect((await send('POST', '/api/authors/nobody/claim', grace.cookie, { note: 'It is my name.' })).status).toBe(404)
    await claimByGithub(grace, name)
    expect((await requestClaim(grace)).body.code).toBe('conflict')
  })

  it('is approved when the member later signs in to GitHub', async () => {
    await requestClaim(grace)
    await claimByGithub(grace, name)
    expect(await claimsOf(grace)).toMatchObject([{ status: 'approved', proof: 'github', holds: true }])
  })
})

describe('the deletion of an account', () => {
  it('keeps the prompts under the credited name, which is unclaimed again', async () => {
    await claimByGithub(grace, name)
    expect((await send('GET', '/api/user/export', grace.cookie)).body.claims).toMatchObject([{ name, holds: true }])
    const json = { password: goodPassword, prompts: 'delete' }
    expect((await send('DELETE', '/api/user', grace.cookie, json)).status).toBe(204)
    expect(await readAuthor()).toEqual([name, false, 1])
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('keeps the credit even on prompts that the member had imported', async () => {
    await testSite.addPrompt({ credit: name, userId: grace.id })
    await claimByGithub(grace, name)
    const json = { password: goodPassword, prompts: 'keep' }
    expect((await send('DELETE', '/api/user', grace.cookie, json)).status).toBe(204)
    expect(await readAuthor()).toEqual([name, false, 2])
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})
