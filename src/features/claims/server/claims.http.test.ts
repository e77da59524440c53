import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/recount-queries.ts'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import { fakeOauthProvider } from '#test/fakes/oauth-provider.ts'
import { cookieOf, goodPassword, type Person, signUp } from '#test/sign-up.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let github: Awaited<ReturnType<typeof fakeOauthProvider>>
let people = 0
let grace: Person
/** A credited name of this test alone. */
let name: string
beforeAll(async () => {
  github = await fakeOauthProvider()
  world = await createWorld({
    site: { oauth: { keys: { github: github.keys, google: github.keys }, testUrl: github.url } },
  })
})
afterAll(async () => {
  await world.close()
  await github.close()
})
beforeEach(async () => {
  name = `Grace-${++people}`
  grace = await signUp(world, `member${people}`)
  await world.addPrompt({ credit: name, title: 'A credited prompt' })
})

const send = (method: string, path: string, cookie: string, json?: unknown) =>
  world.request(path, { method, json, headers: { cookie } })

/** Goes to GitHub, where one is signed in as `login`, and comes back. */
async function prove({ cookie }: Person, login: string, claim = name, provider = 'github') {
  const left = await send('POST', `/api/connections/${provider}`, cookie, { claim })
  if (left.status !== 200) return left
  github.state.person = { id: 1000 + people, name: login, email: null }
  const { code, state } = await github.visit(left.body.url)
  return send('POST', `/api/connections/${provider}/return`, `${cookie}; ${cookieOf(left)}`, { code, state })
}
const release = ({ cookie }: Person) => send('DELETE', `/api/authors/${name}/claim`, cookie)
const request = ({ cookie }: Person, note = 'It is my name everywhere.') =>
  send('POST', `/api/authors/${name}/claim`, cookie, { note })
const claimsOf = async ({ cookie }: Person) => (await send('GET', '/api/user/claims', cookie)).body
const holder = async () => {
  const { author, prompts } = (await world.request(`/api/authors/${name}`)).body
  return [author.username, author.isMember, prompts.total]
}
const pageOf = async ({ username }: Person) => {
  const { contributor, credits, prompts } = (await world.request(`/api/users/${username}`)).body
  return { prompts: contributor.prompts, credits, shown: prompts.items.length }
}
const boardOf = async (period = 'all') =>
  (await world.request(`/api/top-contributors?limit=100&period=${period}`)).body.items.map(
    ({ username, prompts }: { username: string; prompts: number }) => `${username} ${prompts}`,
  )

describe('a claim by a login at GitHub', () => {
  it('leads the credit to the member, for whom the prompts count, and is reversible', async () => {
    const both = await world.addPrompt({ credit: `${name},Linus`, title: 'By two people' })
    await world.addPrompt({ credit: name, status: 'draft', title: 'A draft' })
    expect((await prove(grace, name.toUpperCase())).status).toBe(200)
    expect(await holder()).toEqual([grace.username, true, 2])
    expect(await pageOf(grace)).toEqual({ prompts: 2, credits: [name], shown: 2 })
    expect(await boardOf()).toEqual(expect.arrayContaining([`${grace.username} 2`]))
    expect(await boardOf()).not.toEqual(expect.arrayContaining([expect.stringContaining(name)]))
    // What comes later counts for the member too.
    await world.addPrompt({ credit: name.toLowerCase(), title: 'Imported later' })
    expect(await pageOf(grace)).toMatchObject({ prompts: 3 })
    expect(await claimsOf(grace)).toMatchObject([{ name, status: 'approved', proof: 'github', holds: true }])
    expect(await findDrifts(world.db)).toEqual([])
    expect((await world.request(`/api/prompts/${both.slug}`)).body.credit).toBe(`${name},Linus`)

    for (let i = 0; i < 2; i++) expect((await release(grace)).status).toBe(204)
    expect(await holder()).toEqual([name, false, 3])
    expect(await pageOf(grace)).toEqual({ prompts: 0, credits: [], shown: 0 })
    expect(await claimsOf(grace)).toMatchObject([{ name, status: 'approved', holds: false }])
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('counts what the name brought in this month, once', async () => {
    await world.db
      .insertInto('authorDays')
      .columns(['userId', 'day', 'copies', 'votes'])
      .expression((is) =>
        is
          .selectFrom('creditedAuthors')
          .select((has) => [
            'id',
            has.val('2026-11-20').$castTo<string>().as('day'),
            has.lit(5).as('copies'),
            has.lit(0).as('votes'),
          ])
          .where('name', '=', name),
      )
      .execute()
    await prove(grace, name)
    await refreshPeriods(world.db, new Date('2026-11-21T00:00:00Z'))
    const { items } = (await world.request('/api/top-contributors?limit=100&period=month')).body
    expect(
      items.filter(({ username }: { username: string }) => [name, grace.username].includes(username)),
    ).toMatchObject([{ username: grace.username, copies: 5 }])
  })

  it('needs the login of that name, as GitHub says now', async () => {
    const refused = await prove(grace, 'somebody-else')
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.error).toContain('somebody-else')
    expect(await holder()).toEqual([name, false, 1])
    expect((await send('GET', '/api/user/connections', grace.cookie)).body).toEqual([])
  })

  it('takes nothing that the member types, no other provider, and nobody who isn’t signed in', async () => {
    expect((await prove(grace, name, name, 'google')).body.fields).toHaveProperty('claim')
    expect((await send('POST', '/api/connections/github', '', { claim: name })).status).toBe(401)
    expect((await send('POST', '/api/connections/github', grace.cookie, { claim: 'nobody of that name' })).status).toBe(
      404,
    )
    await world.db.updateTable('users').set({ displayUsername: name }).where('id', '=', grace.id).execute()
    expect(await holder()).toEqual([name, false, 1])
  })

  it('stays with whoever proved it when the login is renamed and taken by another', async () => {
    await prove(grace, name)
    const later = await signUp(world, `later${people}`)
    const refused = await prove(later, name)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(await holder()).toEqual([grace.username, true, 1])
  })

  it('is won by one of two at once', async () => {
    const rivals = [grace, await signUp(world, `rival${people}`), await signUp(world, `third${people}`)]
    github.state.person = { id: 9000 + people, name, email: null }
    const starts = await Promise.all(
      rivals.map(({ cookie }) => send('POST', '/api/connections/github', cookie, { claim: name })),
    )
    const backs = await Promise.all(starts.map(({ body }) => github.visit(body.url)))
    const answers = await Promise.all(
      rivals.map(({ cookie }, place) => {
        const { code, state } = backs[place] as (typeof backs)[number]
        const cookies = `${cookie}; ${cookieOf(starts[place] as (typeof starts)[number])}`
        return send('POST', '/api/connections/github/return', cookies, { code, state })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = rivals[answers.findIndex(({ status }) => status === 200)]
    expect(await holder()).toEqual([winner?.username, true, 1])
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('makes their own votes and copies of the prompt count for nothing', async () => {
    const prompt = await world.addPrompt({ credit: name })
    await prove(grace, name)
    const vote = await send('POST', '/api/votes', grace.cookie, { promptId: prompt.id, value: 1 })
    expect(vote.status).toBe(403)
    expect((await send('POST', `/api/prompts/${prompt.id}/copy`, grace.cookie)).body.copies).toBe(0)
  })
})

describe('a decision against a claim', () => {
  it('holds against the same login, until a moderator gives the name to the member again', async () => {
    const moderator = await world.addUser(`moderator${people}`, 'moderator')
    const decide = (id: string, action: string) =>
      world.request(`/api/admin/claims/${id}`, { method: 'POST', as: moderator, json: { action } })
    await prove(grace, name)
    const [claim] = await claimsOf(grace)
    expect((await decide(claim.id, 'revoke')).status).toBe(200)
    const refused = await prove(grace, name)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const { body: asked } = await request(grace)
    expect((await prove(grace, name)).status).toBe(403)
    expect((await decide(asked.id, 'approve')).body.holds).toBe(true)
    await release(grace)
    expect((await prove(grace, name)).status).toBe(200)
    expect(await findDrifts(world.db)).toEqual([])
  })
})

describe('a member’s import', () => {
  const bring = ({ cookie }: Person, { contributor = name, status = 'published', title = 'Brought' } = {}) => {
    const content = `act,prompt,contributor\n${title},"${title} by a file of test ${people}, long enough.","${contributor}"\n`
    return send('POST', '/api/user/prompts/import', cookie, { format: 'csv', content, status })
  }
  it('credits no claimed name of somebody else, neither then nor when the claim ends', async () => {
    const stranger = await signUp(world, `stranger${people}`)
    await bring(stranger, { title: 'Before the claim' })
    await prove(grace, name)
    expect(await pageOf(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect((await bring(stranger, { title: 'Spam', contributor: `${name.toLowerCase()}, Linus` })).body.created).toBe(1)
    expect(await pageOf(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect((await world.request('/api/prompts?search=Spam')).body.items[0]?.credit).toContain('Linus')
    expect(await findDrifts(world.db)).toEqual([])
    await release(grace)
    expect(await holder()).toEqual([name, false, 2])
    await prove(grace, name)
    expect(await pageOf(grace)).toMatchObject({ prompts: 2, shown: 2 })
    expect(await findDrifts(world.db)).toEqual([])
  })
  it('counts for the importer who has the name; an admin’s credits anybody', async () => {
    await prove(grace, name)
    await bring(grace, { title: 'My own' })
    expect(await pageOf(grace)).toMatchObject({ prompts: 2 })
    const admin = await signUp(world, `admin${people}`)
    await world.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
    await bring(admin, { title: 'By an admin' })
    expect(await pageOf(grace)).toMatchObject({ prompts: 3 })
    expect(await findDrifts(world.db)).toEqual([])
  })
  it.each(['draft', 'published'])('as %s makes no name that they can claim', async (status) => {
    const contributor = `Made up ${people}`
    await bring(grace, { contributor, status })
    const path = `/api/authors/${encodeURIComponent(contributor)}/claim`
    expect((await send('POST', path, grace.cookie, { note: 'It is my name.' })).status).toBe(404)
    expect((await prove(grace, contributor, contributor)).status).toBe(404)
  })
})

describe('a request to the moderators', () => {
  it('is open once, however often one asks, and can be withdrawn', async () => {
    const [first, second] = [await request(grace), await request(grace, 'Once more, the same name.')]
    expect([first.status, second.body.id, second.body.note]).toEqual([201, first.body.id, 'It is my name everywhere.'])
    expect(await claimsOf(grace)).toMatchObject([{ status: 'pending', holds: false }])
    await release(grace)
    expect(await claimsOf(grace)).toEqual([])
  })

  it('needs a name in credits, a few words, and somebody who is signed in', async () => {
    expect((await request({ ...grace, cookie: '' })).status).toBe(401)
    expect((await request(grace, 'mine')).body.fields).toHaveProperty('note')
    expect((await send('POST', '/api/authors/nobody/claim', grace.cookie, { note: 'It is my name.' })).status).toBe(404)
    await prove(grace, name)
    expect((await request(grace)).body.code).toBe('conflict')
  })

  it('is approved by a proof that comes later', async () => {
    await request(grace)
    await prove(grace, name)
    expect(await claimsOf(grace)).toMatchObject([{ status: 'approved', proof: 'github', holds: true }])
  })
})

describe('the end of an account', () => {
  it('returns the credit to the bare name when its member leaves, whose prompts of that name stay', async () => {
    await prove(grace, name)
    expect((await send('GET', '/api/user/export', grace.cookie)).body.claims).toMatchObject([{ name, holds: true }])
    const json = { password: goodPassword, prompts: 'delete' }
    expect((await send('DELETE', '/api/user', grace.cookie, json)).status).toBe(204)
    expect(await holder()).toEqual([name, false, 1])
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('returns it also for prompts that the member had imported themselves', async () => {
    await world.addPrompt({ credit: name, userId: grace.id })
    await prove(grace, name)
    const json = { password: goodPassword, prompts: 'keep' }
    expect((await send('DELETE', '/api/user', grace.cookie, json)).status).toBe(204)
    expect(await holder()).toEqual([name, false, 2])
    expect(await findDrifts(world.db)).toEqual([])
  })
})
