import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueRetention } from '#features/catalogue/server/catalogue-retention.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let author: string
beforeAll(async () => {
  testSite = await createTestSite()
  author = await testSite.addUser('ada')
})
afterAll(() => testSite.close())

const newPrompt = {
  title: 'Explain a bridge',
  description: 'Why it stands.',
  content: 'Explain to {{whom:a child}} why {{bridge}} stands.',
  category: 'education-learning',
  tags: ['Bridges', '#statics', 'bridges'],
}
const write = (json: object, as = author) => testSite.request('/api/prompts', { method: 'POST', as, json })
const edit = (id: string, json: object, as = author) =>
  testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json })
const get = (path: string, as?: string) => testSite.request(path, { as })
const totalOf = async (path: string) => (await get(path)).body.total

describe('writing a prompt', () => {
  it('shows the prompt in all its lists immediately', async () => {
    const before = await totalOf('/api/prompts/newest')
    const { status, body } = await write(newPrompt)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      slug: 'explain-a-bridge',
      status: 'published',
      version: 1,
      tags: ['bridges', 'statics'],
      licence: 'CC-BY-4.0',
      language: 'en',
      user: { username: 'ada' },
      variables: [
        { name: 'whom', default: 'a child' },
        { name: 'bridge', default: null },
      ],
    })
    expect((await get('/api/prompts/newest')).body.items[0].id).toBe(body.id)
    expect(await totalOf('/api/prompts/newest')).toBe(before + 1)
    for (const path of [
      '/api/prompts/category/education-learning',
      '/api/prompts?tag=statics',
      '/api/prompts?author=ada',
      '/api/prompts?q=bridge',
    ])
      expect((await get(path)).body.items.map((item: { id: string }) => item.id)).toContain(body.id)
    expect((await get('/api/users/ada')).body.contributor.prompts).toBe(1)
  })

  it('as a draft shows the prompt only to its author, until it is published as version 1', async () => {
    const { body } = await write({ ...newPrompt, title: 'A quiet draft', status: 'draft' })
    expect(body.status).toBe('draft')
    expect((await get(`/api/prompts/${body.id}`)).status).toBe(404)
    expect((await get(`/api/prompts/${body.slug}`, author)).body.id).toBe(body.id)
    expect((await get('/api/prompts?q=quiet')).body.total).toBe(0)
    await edit(body.id, { status: 'published' })
    expect((await get(`/api/prompts/${body.slug}`)).body.version).toBe(1)
    expect((await get(`/api/prompts/${body.slug}/versions`)).body).toHaveLength(1)
    expect((await get('/api/prompts?q=quiet')).body.total).toBe(1)
  })

  it.each([
    [{ title: 'No' }, 'title', 'The title has 2 characters. Use 3 to 200.'],
    [{ title: '\u3164\u3164\u3164\u3164' }, 'title', expect.stringContaining('invisible characters')],
    [{ title: '\u200D\u200D\u200D' }, 'title', 'The title looks empty. Use visible characters.'],
    [{ title: 'Price \u202Etxt.exe' }, 'title', expect.stringContaining('invisible characters')],
    [{ description: 'x'.repeat(301) }, 'description', 'The description has 301 characters. Use at most 300.'],
    [{ content: 'short' }, 'content', 'Write at least 10 characters.'],
    [{ content: 'x'.repeat(200_001) }, 'content', expect.stringContaining('200,001 characters')],
    [{ content: ' '.repeat(50) }, 'content', 'The prompt is empty.'],
    [{ content: 'A text with a NUL \0 in it' }, 'content', expect.stringContaining('NUL')],
    [{ content: 'Half a letter \uD83D of a pair' }, 'content', expect.stringContaining('broken character')],
    [{ content: 'Summarize this.\u{E0049}\u{E0067}' }, 'content', expect.stringContaining('tag characters')],
    [{ category: 'cooking' }, 'category', expect.stringContaining('no category')],
    [{ tags: Array.from({ length: 4_000 }, (_, n) => `tag${n}`) }, 'tags', 'Use at most 10 tags.'],
    [{ tags: ['x'] }, 'tags.0', 'The tag has 1 character. Use 2 to 30.'],
    [{ models: ['a', 'b', 'c', 'd'] }, 'models', 'Use at most 3 models.'],
    [{ licence: 'MIT' }, 'licence', expect.any(String)],
    [{ status: 'removed' }, 'status', expect.any(String)],
  ])('refuses %j with an explanation', async (wrong, field, sentence) => {
    const { status, body } = await write({ ...newPrompt, ...wrong })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.fields).toEqual({ [field]: sentence })
  })

  it('stores markup, scripts and emoji flags unchanged, and ignores fields that a request can’t set', async () => {
    const content =
      '<script>alert(1)</script> & "quotes"\r\n\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} {{name}}'
    const { body } = await write({
      ...newPrompt,
      title: '</title><img src=x onerror=alert(1)>',
      content,
      featured: true,
      votes: { up: 99 },
      userId: 'somebody else',
      version: 7,
    })
    expect(body).toMatchObject({ content, featured: false, votes: { up: 0 }, version: 1, user: { username: 'ada' } })
    expect(body.slug).toMatch(/^[\w-]+$/)
  })
})

describe('forking a prompt', () => {
  it('links to the origin and keeps its license', async () => {
    const origin = await testSite.addPrompt({ title: 'The origin', licence: 'CC-BY-SA-4.0' })
    const { body } = await write({ ...newPrompt, title: 'The fork', forkOf: origin.slug })
    expect(body).toMatchObject({ forkOf: { slug: 'the-origin', title: 'The origin' }, licence: 'CC-BY-SA-4.0' })
    expect((await write({ ...newPrompt, forkOf: origin.id, licence: 'CC0-1.0' })).status).toBe(403)
    expect((await edit(body.id, { licence: 'CC0-1.0' })).status).toBe(403)
  })

  it('is refused when all rights are reserved or the origin is hidden', async () => {
    const reserved = await testSite.addPrompt({ licence: 'all-rights-reserved' })
    const hidden = await testSite.addPrompt({ status: 'draft' })
    expect((await write({ ...newPrompt, forkOf: reserved.id })).body.code).toBe('forbidden')
    expect((await write({ ...newPrompt, forkOf: hidden.id })).status).toBe(404)
  })

  it('shows the published forks on the origin; withdrawing one invalidates the origin’s cached page', async () => {
    const origin = await testSite.addPrompt({ title: 'Much forked' })
    const forks = async (query = '') => (await get(`/api/prompts/${origin.slug}/forks${query}`)).body
    const count = async () => (await get(`/api/prompts/${origin.id}`)).body.forks
    expect([await count(), await forks()]).toEqual([0, { items: [], nextCursor: null, total: 0 }])

    const newForks = []
    for (const title of ['First fork', 'Second fork', 'Third fork'])
      newForks.push((await write({ ...newPrompt, title, forkOf: origin.id })).body)
    const since = (await readContentChanges(testSite.db, null)).version
    await edit(newForks[0].id, { status: 'draft' })
    expect((await readContentChanges(testSite.db, since)).keys).toContain(origin.id)
    await write({ ...newPrompt, title: 'A draft of a fork', forkOf: origin.id, status: 'draft' })

    expect(await count()).toBe(2)
    const first = await forks('?limit=1')
    const second = await forks(`?limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Third fork', 'Second fork'])
    expect([first.total, second.nextCursor]).toEqual([2, null])
    expect((await get('/api/prompts/no-such-prompt/forks')).status).toBe(404)
    expect((await get(`/api/prompts/${origin.id}/forks?cursor=x`)).status).toBe(400)
  })
})

describe('editing a prompt', () => {
  it('stores each version, updates the counters, and redirects former slugs', async () => {
    const { body: first } = await write({ ...newPrompt, title: 'Before the edit', tags: ['old tag'] })
    const { body } = await edit(first.id, {
      title: 'After the edit',
      tags: ['new tag'],
      category: 'research',
      content: 'Another text for {{somebody}}.',
      note: 'Shorter.',
      version: 1,
    })
    expect(body).toMatchObject({ slug: 'after-the-edit', version: 2, category: { slug: 'research' } })
    const moved = await get('/api/prompts/before-the-edit')
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/prompts/after-the-edit'])
    expect([await totalOf('/api/prompts?tag=old%20tag'), await totalOf('/api/prompts?tag=new%20tag')]).toEqual([0, 1])
    const { body: versions } = await get(`/api/prompts/${first.id}/versions`)
    expect(versions).toMatchObject([
      { version: 2, note: 'Shorter.', title: 'After the edit', user: { username: 'ada' } },
      { version: 1, note: null, title: 'Before the edit', content: newPrompt.content },
    ])
    await edit(first.id, { title: 'Before the edit' })
    expect((await get('/api/prompts/before-the-edit')).body.id).toBe(first.id)
    expect((await get('/api/prompts/after-the-edit')).status).toBe(301)
    // A drift is a stored count that differs from a recount.
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('succeeds even for an outdated version if it changes nothing', async () => {
    const { body: first } = await write({ ...newPrompt, title: 'Sent twice' })
    const changes = { title: 'Sent twice, changed', version: 1 }
    const once = await edit(first.id, changes)
    const twice = await edit(first.id, changes)
    expect(twice.body).toEqual(once.body)
  })

  it('is refused for an older version, and returns the current prompt', async () => {
    const { body: first } = await write({ ...newPrompt, title: 'Two tabs' })
    await edit(first.id, { content: 'The text of the first tab.', version: 1 })
    const { status, body } = await edit(first.id, { content: 'The text of the second tab.', version: 1 })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.current).toMatchObject({ version: 2, content: 'The text of the first tab.' })
  })

  it('shows visitors and other members only the versions that were public', async () => {
    const { body: first } = await write({ ...newPrompt, title: 'Secret beginnings', status: 'draft' })
    await edit(first.id, { content: 'A first try that nobody may see.' })
    await edit(first.id, { content: 'What is published in the end.', status: 'published' })
    await edit(first.id, { status: 'draft' })
    await edit(first.id, { content: 'Withdrawn, changed and hidden.' })
    await edit(first.id, { content: 'Published once more, and well.', status: 'published' })
    const readVersions = async (as?: string) =>
      (await get(`/api/prompts/${first.id}/versions`, as)).body.map((row: { version: number }) => row.version)
    expect(await readVersions()).toEqual([5, 3])
    expect(await readVersions(await testSite.addUser('other'))).toEqual([5, 3])
    expect(await readVersions(author)).toEqual([5, 4, 3, 2, 1])
  })
})

describe('deleting a prompt', () => {
  it('removes the prompt from lists, and restoring it brings it back unchanged', async () => {
    const { body: prompt } = await write({ ...newPrompt, title: 'Comes and goes', tags: ['passing'] })
    const remove = () => testSite.request(`/api/prompts/${prompt.id}`, { method: 'DELETE', as: author })
    const restore = () => testSite.request(`/api/prompts/${prompt.id}/restore`, { method: 'POST', as: author })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect((await get(`/api/prompts/${prompt.slug}`)).status).toBe(404)
    expect(await totalOf('/api/prompts?tag=passing')).toBe(0)
    expect((await edit(prompt.id, { title: 'Changed while deleted' })).body.code).toBe('conflict')
    expect(await findDrifts(testSite.db)).toEqual([])
    expect((await restore()).body).toEqual({ ...prompt, status: 'published' })
    expect((await restore()).status).toBe(200)
    expect(await totalOf('/api/prompts?tag=passing')).toBe(1)
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('can be undone for 30 days, and a restored draft is still a draft', async () => {
    const { body: prompt } = await write({ ...newPrompt, title: 'Gone for good', status: 'draft' })
    await testSite.request(`/api/prompts/${prompt.id}`, { method: 'DELETE', as: author })
    const restore = () => testSite.request(`/api/prompts/${prompt.id}/restore`, { method: 'POST', as: author })
    const backdateDeletion = (days: number) =>
      testSite.db
        .updateTable('prompts')
        .set({ deletedAt: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', prompt.id)
        .execute()
    await backdateDeletion(31)
    expect((await restore()).body.code).toBe('conflict')
    await backdateDeletion(29)
    expect((await restore()).body.status).toBe('draft')
  })
})

describe('a member who writes too much', () => {
  it('gets an error after 30 prompts in an hour', async () => {
    const limited = await createTestSite({ limits: true })
    const as = await limited.addUser('eager')
    const responses = []
    for (let n = 0; n < 31; n++)
      responses.push(
        await limited.request('/api/prompts', { method: 'POST', as, json: { ...newPrompt, title: `Number ${n}` } }),
      )
    expect(responses.slice(0, 30).every(({ status }) => status === 201)).toBe(true)
    expect(responses[30]).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await limited.close()
  })
})

describe('a prompt deleted more than 30 days ago', () => {
  it('is purged; its forks stay', async () => {
    const origin = await testSite.addPrompt({ title: 'An origin that goes', userId: author })
    const { body: fork } = await write({ ...newPrompt, title: 'A fork that stays', forkOf: origin.id })
    const recent = await testSite.addPrompt({ title: 'Deleted today', userId: author })
    for (const { id } of [origin, recent])
      await testSite.request(`/api/prompts/${id}`, { method: 'DELETE', as: author })
    const deletedAt = new Date(Date.now() - 31 * 86_400_000)
    await testSite.db.updateTable('prompts').set({ deletedAt }).where('id', '=', origin.id).execute()
    expect(await deleteOldData(testSite.db, catalogueRetention, new Date())).toBe(1)
    expect((await get(`/api/prompts/${origin.id}`, author)).status).toBe(404)
    expect((await get(`/api/prompts/${recent.id}`, author)).status).toBe(200)
    expect((await get(`/api/prompts/${fork.id}`)).body.forkOf).toBe(null)
  })
})

describe('a member’s own prompts', () => {
  it('are listed by status and page, with the number of prompts per status', async () => {
    const as = await testSite.addUser('grace')
    const prompts = []
    for (const [n, status] of ['published', 'draft', 'draft', 'draft'].entries())
      prompts.push((await write({ ...newPrompt, title: `Grace ${n}`, status }, as)).body)
    await testSite.request(`/api/prompts/${prompts[0].id}`, { method: 'DELETE', as })
    const first = await get('/api/user/prompts?status=draft&limit=2', as)
    expect(first.body).toMatchObject({
      total: 3,
      counts: { published: 0, draft: 3, pending: 0, removed: 0, deleted: 1 },
    })
    const second = await get(`/api/user/prompts?status=draft&limit=2&cursor=${first.body.nextCursor}`, as)
    expect([...first.body.items, ...second.body.items].map((prompt) => prompt.title)).toEqual([
      'Grace 3',
      'Grace 2',
      'Grace 1',
    ])
    expect((await get('/api/user/prompts', as)).body.total).toBe(3)
    const deleted = (await get('/api/user/prompts?status=deleted', as)).body.items
    expect(deleted).toMatchObject([{ title: 'Grace 0', deletedAt: expect.any(String) }])
    expect((await get('/api/user/prompts')).status).toBe(401)
  })

  it('are found by words in title and text, including drafts; other people’s prompts aren’t', async () => {
    const [as, other] = [await testSite.addUser('hedy'), await testSite.addUser('ines')]
    await write({ ...newPrompt, title: 'Harbor notes', status: 'draft' }, as)
    await write(
      { ...newPrompt, title: 'Something else', content: 'Describe a zeppelin over the sea.', status: 'draft' },
      as,
    )
    await write({ ...newPrompt, title: 'Harbor of others', content: 'Describe a zeppelin and a harbor.' }, other)
    const find = async (q: string) => {
      const { body } = await get(`/api/user/prompts?status=draft&q=${encodeURIComponent(q)}`, as)
      return [body.total, body.items.map(({ title }: { title: string }) => title)]
    }
    expect(await find('harb')).toEqual([1, ['Harbor notes']])
    expect(await find('zeppelins')).toEqual([1, ['Something else']])
    expect(await find('absent')).toEqual([0, []])
    expect((await get('/api/user/prompts?q=zeppelin', as)).body.total).toBe(1)
    expect(await find(' ')).toEqual([2, ['Something else', 'Harbor notes']])
  })
})
