import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentLanguage } from '#lib/language.ts'
import { newId } from '#platform/ids.ts'
import { setLanguages, siteLanguages } from '#platform/languages.ts'
import { goodPassword, signIn, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { maxSessions } from '../rules.ts'
import { inLanguageOf } from './user-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const get = (path: string, cookie = '') => testSite.request(path, { headers: { cookie } })
const sendDelete = (path: string, json: unknown, cookie = '') =>
  testSite.request(path, { method: 'DELETE', json, headers: { cookie } })

describe('a member’s sessions', () => {
  it('are listed without their tokens, and the current one is marked', async () => {
    const person = await signUp(testSite, 'Lister')
    const second = await signIn(testSite, person)
    const { body } = await get('/api/user/sessions', second)
    expect(body.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false])
    expect(Object.keys(body[0]).sort()).toEqual([
      'browser',
      'createdAt',
      'expiresAt',
      'id',
      'isCurrent',
      'lastUsedAt',
      'network',
    ])
  })

  it('can be ended one by one, even if several requests end the same one at once', async () => {
    const person = await signUp(testSite, 'Ender')
    const otherCookie = await signIn(testSite, person)
    const { body } = await get('/api/user/sessions', person.cookie)
    const otherSession = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => sendDelete(`/api/user/sessions/${otherSession.id}`, undefined, person.cookie)),
    )
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect((await get('/api/user', otherCookie)).status).toBe(401)
    expect((await get('/api/user', person.cookie)).status).toBe(200)
  })

  it('can’t be ended by another member', async () => {
    const [owner, otherMember] = [await signUp(testSite, 'Owner'), await signUp(testSite, 'Stranger')]
    const { body } = await get('/api/user/sessions', owner.cookie)
    expect((await sendDelete(`/api/user/sessions/${body[0].id}`, undefined, otherMember.cookie)).status).toBe(204)
    expect((await get('/api/user', owner.cookie)).status).toBe(200)
  })

  it('include the current one, and ending it also removes the cookie', async () => {
    const { cookie } = await signUp(testSite, 'Current')
    const { body } = await get('/api/user/sessions', cookie)
    const { headers } = await sendDelete(`/api/user/sessions/${body[0].id}`, undefined, cookie)
    expect(headers.get('set-cookie')).toContain('Max-Age=0')
  })

  it(`are at most ${maxSessions}, so a login beyond that ends a session`, async () => {
    const id = await testSite.addUser('Collector')
    for (let i = 0; i <= maxSessions; i++) await testSite.startSession(id)
    const { body } = await testSite.request('/api/user/sessions', { as: id })
    expect(body).toHaveLength(maxSessions)
  })
})

describe('the language of a member', () => {
  it('is that of the page on which they register, and they can change it', async () => {
    const languageOf = async (cookie: string) => (await get('/api/user', cookie)).body.language
    const person = await signUp(testSite, 'Polyglot', 'de')
    expect(await languageOf(person.cookie)).toBe('de')
    expect(await languageOf((await signUp(testSite, 'Unasked')).cookie)).toBeNull()
    const choose = (language: string) =>
      testSite.request('/api/user/language', { method: 'PUT', json: { language }, headers: { cookie: person.cookie } })
    expect((await choose('ar')).status).toBe(204)
    expect((await choose('xx')).status).toBe(400)
    expect((await get('/api/user/export', person.cookie)).body.account.language).toBe('ar')
  })

  it('is the language in which emails to them are written', async () => {
    const id = await testSite.addUser('Reader')
    await testSite.db.updateTable('users').set({ language: 'de' }).where('id', '=', id).execute()
    const before = siteLanguages()
    setLanguages([...before, { tag: 'de', prefix: '/de', format: null }])
    const tags = [id, newId()].map((userId) => inLanguageOf(testSite.db, userId, async () => currentLanguage().tag))
    expect(await Promise.all(tags)).toEqual(['de', 'en'])
    setLanguages(before)
  })
})

describe('the export', () => {
  it('contains data about the member, and none about other members', async () => {
    const person = await signUp(testSite, 'Exporter')
    await signUp(testSite, 'OtherMember')
    const { status, headers, body } = await get('/api/user/export', person.cookie)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="promptarium-Exporter.json"')
    expect(body.account).toMatchObject({ username: 'Exporter', email: person.email })
    expect(body.sessions).toHaveLength(1)
    // `acts` are the audit log entries.
    expect(body.acts.map(({ action }: { action: string }) => action)).toEqual(['account.register'])
    expect(body.prompts).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/othermember|argon2/i)
  })

  it('contains the user’s published prompts and drafts, with their versions', async () => {
    const person = await signUp(testSite, 'Author')
    const published = await testSite.addPrompt({ userId: person.id, title: 'Shown to all' })
    await testSite.addPrompt({ userId: person.id, title: 'Still a draft', status: 'draft' })
    const json = { content: 'Do another thing for {{reader}}.' }
    await testSite.request(`/api/prompts/${published.id}`, { method: 'PATCH', as: person.id, json })
    const { body } = await get('/api/user/export', person.cookie)
    const titleAndStatus = ({ title, status }: { title: string; status: string }) => [title, status]
    expect(body.prompts.map(titleAndStatus)).toEqual([
      ['Shown to all', 'published'],
      ['Still a draft', 'draft'],
    ])
    expect(body.promptVersions.map(({ promptId }: { promptId: string }) => promptId)).toContain(published.id)
  })
})

describe('the export of a big account', () => {
  it('contains each of many prompts and versions exactly once', async () => {
    const id = await testSite.addUser('Prolific')
    const ids: string[] = []
    for (let n = 0; n < 45; n++) ids.push((await testSite.addPrompt({ userId: id })).id)
    await sql`
      insert into prompt_versions (prompt_id, version, title, description, content, user_id, shown, created_at)
      select ${ids[3]}, n, 'Title', 'What it does.', 'Text', ${id}, false, now() from generate_series(2, 60) n`.execute(
      testSite.db,
    )
    const { body } = await testSite.request('/api/user/export', { as: id })
    expect(body.prompts.map((prompt: { id: string }) => prompt.id)).toEqual(ids.toSorted())
    const versions = body.promptVersions.map((entry: { promptId: string; version: number }) => [
      entry.promptId,
      entry.version,
    ])
    expect([versions.length, new Set(versions.map(String)).size]).toEqual([104, 104])
  })
})

describe('deleting the account', () => {
  it('returns 403 for a wrong password, and deletes nothing', async () => {
    const { cookie } = await signUp(testSite, 'Hesitant')
    const { status, body } = await sendDelete('/api/user', { password: 'not it' }, cookie)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect((await get('/api/user', cookie)).status).toBe(200)
  })

  it('ends every session, frees the name and address, and can’t be undone by signing in', async () => {
    const person = await signUp(testSite, 'Leaver')
    const otherCookie = await signIn(testSite, person)
    const response = await sendDelete('/api/user', { password: goodPassword }, person.cookie)
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
    expect([(await get('/api/user', person.cookie)).status, (await get('/api/user', otherCookie)).status]).toEqual([
      401, 401,
    ])
    const login = await testSite.request('/api/login', { method: 'POST', json: person })
    expect(login.status).toBe(401)
    expect((await signUp(testSite, 'Leaver')).id).not.toBe(person.id)
  })

  it.each([
    ['keep', 'keeps published prompts, with “deleted-user” as their author', 'deleted-user'],
    [undefined, 'keeps published prompts, with “deleted-user” as their author', 'deleted-user'],
    ['delete', 'deletes the prompts', undefined],
  ])('with `prompts: %s` %s', async (prompts, _effect, author) => {
    const person = await signUp(testSite, `Writer-${prompts}`)
    const { slug } = await testSite.addPrompt({ userId: person.id, title: `What to ${prompts}` })
    await testSite.addPrompt({ userId: person.id, status: 'draft' })
    expect((await sendDelete('/api/user', { password: goodPassword, prompts }, person.cookie)).status).toBe(204)
    expect((await get(`/api/prompts/${slug}`)).body.user?.username).toBe(author)
    expect((await get(`/api/users/${person.username}`)).status).toBe(404)
  })

  it('is undone completely if one step fails', async () => {
    const person = await signUp(testSite, 'Stuck')
    await sql`create table stuck (user_id uuid references users (id))`.execute(testSite.db)
    await sql`insert into stuck values (${person.id})`.execute(testSite.db)
    expect((await sendDelete('/api/user', { password: goodPassword }, person.cookie)).status).toBe(500)
    expect((await get('/api/user', person.cookie)).status).toBe(200)
    await sql`drop table stuck`.execute(testSite.db)
  })
})
