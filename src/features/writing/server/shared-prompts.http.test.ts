import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupRole } from '#features/groups/rules.ts'
import { checkerId, composerId } from '#features/models/rules.ts'
import { newId } from '#platform/ids.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string> = {}
const groups: Record<string, string> = {}

async function addGroup(slug: string, members: Record<string, GroupRole>) {
  const id = newId()
  groups[slug] = id
  await testSite.db
    .insertInto('groups')
    .values({ id, slug, name: `The ${slug}`, createdAt: new Date() })
    .execute()
  for (const [name, role] of Object.entries(members))
    await testSite.db
      .insertInto('groupMembers')
      .values({ groupId: id, userId: people[name] as string, role, source: 'admin', createdAt: new Date() })
      .execute()
}

beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['reader', 'writer', 'approver', 'stranger', 'outsider', 'both'])
    people[name] = await testSite.addUser(name)
  people.moderator = await testSite.addUser('moderator', 'moderator')
  people.admin = await testSite.addUser('admin', 'admin')
  await addGroup('sales', { reader: 'reader', writer: 'writer', approver: 'approver', both: 'writer' })
  await addGroup('legal', { stranger: 'approver', both: 'writer' })
})
afterAll(() => testSite.close())

let texts = 0

async function share(body: object = {}, as = people.writer) {
  const json = {
    title: `Quarterly pitch ${++texts}`,
    content: `Write the quarterly zqpitch number ${texts} for {{customer}}.`,
    category: 'research',
    status: 'shared',
    group: 'sales',
    ...body,
  }
  return testSite.request('/api/prompts', { method: 'POST', as, json })
}

const edit = (id: string, as: string | undefined, json: object) =>
  testSite.request(`/api/prompts/${id}`, { method: 'PATCH', as, json })
const read = (id: string, as?: string) => testSite.request(`/api/prompts/${id}`, { as })
const slugsIn = ({ body }: { body: { items: { slug: string }[] } }) => body.items.map(({ slug }) => slug)

const outside = ['stranger', 'outsider', 'moderator', 'admin'] as const
const inside = ['reader', 'writer', 'approver', 'both'] as const

describe('a prompt that is shared with a group', () => {
  it('can be opened, listed and found by the members of the group, and by nobody else', async () => {
    const { body: prompt, status } = await share()
    expect([status, prompt.status, prompt.audience]).toMatchObject([
      201,
      'shared',
      { group: { slug: 'sales' }, mayEdit: true, mayDecide: false },
    ])
    const addresses = [
      ...['newest', 'popular', 'highest-rated', 'trending', 'proved'].map(
        (sort) => `/api/prompts?limit=50&sort=${sort}`,
      ),
      '/api/prompts/recent',
      '/api/prompts?category=research',
      '/api/prompts?author=writer',
      '/api/prompts?q=zqpitch',
      '/api/prompts?pictures=first',
    ]
    for (const name of inside) {
      expect((await read(prompt.slug, people[name])).status, name).toBe(200)
      for (const address of addresses) {
        const { body } = await testSite.request(address, { as: people[name] })
        expect(slugsIn({ body }), `${name} ${address}`).toContain(prompt.slug)
        expect(body.items.find((item: { slug: string }) => item.slug === prompt.slug).group).toEqual({
          slug: 'sales',
          name: 'The sales',
        })
        expect(body.total).toBeGreaterThan(0)
      }
      const { body } = await testSite.request('/api/search?q=zqpitch', { as: people[name] })
      expect(slugsIn({ body: body.prompts })).toContain(prompt.slug)
      const suggestions = await testSite.request('/api/search/suggestions?q=quarterly', { as: people[name] })
      expect(JSON.stringify(suggestions.body)).toContain(prompt.slug)
      const ofGroup = await testSite.request('/api/prompts?group=sales', { as: people[name] })
      expect(slugsIn(ofGroup)).toContain(prompt.slug)
    }
    for (const as of [undefined, ...outside.map((name) => people[name])]) {
      expect((await read(prompt.slug, as)).status).toBe(404)
      expect((await read(prompt.id, as)).status).toBe(404)
      for (const address of addresses) {
        const { body } = await testSite.request(address, { as })
        expect([body.items, body.total], address).toEqual([[], 0])
      }
      const { body } = await testSite.request('/api/search?q=zqpitch', { as })
      expect(JSON.stringify(body)).not.toContain('quarterly')
      const suggestions = await testSite.request('/api/search/suggestions?q=quarterly', { as })
      expect(suggestions.body).toEqual([])
      const ofGroup = await testSite.request('/api/prompts?group=sales', { as })
      expect(ofGroup.status).toBe(as === undefined ? 401 : 404)
    }
  })

  it('belongs to the group: its writers edit it, and its approvers decide who reads it and delete it', async () => {
    const { body: prompt } = await share()
    expect((await edit(prompt.id, people.reader, { title: 'By a reader' })).status).toBe(403)
    expect((await edit(prompt.id, people.stranger, { title: 'By a stranger' })).status).toBe(404)
    expect((await edit(prompt.id, people.admin, { title: 'By an admin' })).status).toBe(404)
    expect((await edit(prompt.id, people.both, { title: 'By another writer' })).status).toBe(200)
    for (const json of [{ status: 'draft' }, { status: 'published' }, { otherGroups: ['legal'] }])
      expect((await edit(prompt.id, people.writer, json)).status, JSON.stringify(json)).toBe(403)
    expect((await testSite.request(`/api/prompts/${prompt.id}`, { method: 'DELETE', as: people.writer })).status).toBe(
      403,
    )
    // Approvers share with groups that they write in.
    expect((await edit(prompt.id, people.approver, { otherGroups: ['legal'] })).status).toBe(404)
    const published = await edit(prompt.id, people.approver, { status: 'published' })
    expect([published.status, published.body.status]).toEqual([200, 'published'])
    expect((await read(prompt.id)).body).toMatchObject({ status: 'published' })
    expect((await read(prompt.id)).body.audience).toBeUndefined()
    const { body: versions } = await testSite.request(`/api/prompts/${prompt.id}/versions`)
    expect(versions).toHaveLength(1)
    expect((await testSite.request(`/api/prompts/${prompt.id}/versions`, { as: people.admin })).body).toHaveLength(1)
    expect((await testSite.request(`/api/prompts/${prompt.id}/versions`, { as: people.reader })).body).toHaveLength(2)
    const again = await edit(prompt.id, people.approver, { status: 'shared' })
    expect(again.body.status).toBe('shared')
    expect((await read(prompt.id)).status).toBe(404)
    const withdrawn = await edit(prompt.id, people.approver, { status: 'draft' })
    expect(withdrawn.status).toBe(200)
    expect((await read(prompt.id, people.approver)).status).toBe(404)
    expect((await read(prompt.id, people.writer)).body.status).toBe('draft')
  })

  it('stays with the group when its author leaves, who then sees no trace of it', async () => {
    const { body: prompt } = await share({}, people.both)
    const own = () => testSite.request('/api/user/prompts', { as: people.both })
    expect((await own()).body.items).toMatchObject([{ slug: prompt.slug, group: { slug: 'sales', name: 'The sales' } }])
    await testSite.db
      .deleteFrom('groupMembers')
      .where('userId', '=', people.both as string)
      .execute()
    expect((await read(prompt.id, people.both)).status).toBe(404)
    expect((await own()).body).toMatchObject({ items: [], total: 0, counts: { shared: 0 } })
    expect((await read(prompt.id, people.reader)).status).toBe(200)
    expect((await edit(prompt.id, people.approver, { status: 'draft' })).status).toBe(409)
    for (const groupId of Object.values(groups))
      await testSite.db
        .insertInto('groupMembers')
        .values({ groupId, userId: people.both as string, role: 'writer', source: 'admin', createdAt: new Date() })
        .execute()
  })

  it('is shared only with groups in which its author writes', async () => {
    expect((await share({ group: 'legal' })).status).toBe(404)
    expect((await share({ group: 'nothing' })).status).toBe(404)
    expect((await share({}, people.reader)).status).toBe(403)
    expect((await share({ group: undefined })).status).toBe(400)
    expect((await share({ status: 'draft' })).status).toBe(400)
    expect((await share({ otherGroups: ['legal'] })).status).toBe(404)
    const { body: prompt } = await share({ otherGroups: ['legal'] }, people.both)
    expect((await read(prompt.id, people.stranger)).body.audience).toEqual({
      group: null,
      otherGroups: [{ slug: 'legal', name: 'The legal' }],
      mayEdit: false,
      needsApproval: false,
      mayDecide: false,
    })
    expect((await read(prompt.id, people.writer)).body.audience.otherGroups).toHaveLength(1)
  })

  it('takes with it what others made of it while it was public: a comparison, and its place in a collection', async () => {
    const text = 'Explain the zqcomparison to {{reader}} in plain words.'
    const json = { title: 'A zqtitle for all', content: text, category: 'research', status: 'published' }
    const { body: prompt } = await testSite.request('/api/prompts', { method: 'POST', as: people.writer, json })
    const send = (method: string, path: string, as: string | undefined, body: object = {}) =>
      testSite.request(path, { method, as, json: body })
    await send('POST', `/api/admin/users/${people.outsider}/credits`, people.admin, {
      amount: 50,
      reason: 'To compare',
    })
    const run = await testSite.stream('/api/comparisons', {
      as: people.outsider as string,
      json: { promptId: prompt.id, models: [composerId, checkerId], variables: { reader: 'a friend' } },
    })
    const comparisonId = comparisonIdIn(await run.events())
    for (const act of ['publish', 'share'])
      await send('POST', `/api/comparisons/${comparisonId}/${act}`, people.outsider)
    const { body: collection } = await send('POST', '/api/collections', people.outsider, {
      title: 'What I compared',
      visibility: 'public',
    })
    for (const [kind, id] of [
      ['prompt', prompt.id],
      ['comparison', comparisonId],
    ])
      await send('POST', `/api/collections/${collection.id}/items`, people.outsider, { kind, id })
    const addresses = [
      `/api/comparisons/${comparisonId}`,
      `/api/prompts/${prompt.id}/comparisons`,
      `/api/collections/${collection.id}`,
      `/collection/${collection.slug}.json`,
    ]
    const readAll = async (as?: string) =>
      JSON.stringify(
        await Promise.all(addresses.map(async (address) => (await testSite.request(address, { as })).body)),
      )
    expect(await readAll()).toMatch(/zqcomparison/)

    expect((await edit(prompt.id, people.writer, { status: 'shared', group: 'sales' })).status).toBe(200)
    for (const as of [undefined, ...outside.map((name) => people[name])])
      expect(await readAll(as)).not.toMatch(/zqcomparison|zqtitle/)
  })
})
