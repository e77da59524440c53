import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupRole } from '#features/groups/rules.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string> = {}
const groups: Record<string, string> = {}

async function addGroup(slug: string, members: Record<string, GroupRole>, needsApproval = false) {
  const id = newId()
  groups[slug] = id
  const group = { id, slug, name: `The ${slug}`, needsApproval, createdAt: new Date() }
  await testSite.db.insertInto('groups').values(group).execute()
  for (const [name, role] of Object.entries(members)) await join(slug, name, role)
}

const join = (slug: string, name: string, role: GroupRole) =>
  testSite.db
    .insertInto('groupMembers')
    .values({
      groupId: groups[slug] as string,
      userId: people[name] as string,
      role,
      source: 'admin',
      createdAt: new Date(),
    })
    .execute()

beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of ['reader', 'writer', 'stranger', 'outsider']) people[name] = await testSite.addUser(name)
  people.moderator = await testSite.addUser('moderator', 'moderator')
  people.admin = await testSite.addUser('admin', 'admin')
  await testSite.db
    .updateTable('users')
    .set({ createdAt: new Date('2026-01-01') })
    .execute()
  await addGroup('sales', { reader: 'reader', writer: 'writer' })
  await addGroup('legal', { stranger: 'writer', writer: 'writer' }, true)
})
afterAll(() => testSite.close())

const send = (method: string, path: string, as: string | undefined, json?: object) =>
  testSite.request(`/api/collections${path}`, { method, as, json })

async function share(fields: object = {}, as = people.writer) {
  const json = { title: 'Zqpitches of the quarter', visibility: 'shared', groups: ['sales'], ...fields }
  return send('POST', '', as, json)
}

async function addPrompt(status: 'shared' | 'published' | 'draft') {
  const { body } = await testSite.request('/api/prompts', {
    method: 'POST',
    as: people.writer,
    json: {
      title: `Zqpitch ${newId()}`,
      content: `Write the pitch ${newId()} for {{customer}}.`,
      category: 'research',
      status,
      ...(status === 'shared' && { group: 'sales' }),
    },
  })
  return body as { id: string; slug: string; title: string }
}

const addItem = (collectionId: string, id: string, as = people.writer) =>
  send('POST', `/${collectionId}/items`, as, { kind: 'prompt', id })

describe('a collection for a group', () => {
  it('is read by the members of the group, with its prompts, and by nobody else', async () => {
    const { body: collection, status } = await share()
    expect([status, collection.groups]).toEqual([201, [{ slug: 'sales', name: 'The sales' }]])
    const prompt = await addPrompt('shared')
    expect((await addItem(collection.id, prompt.id)).body.target.title).toBe(prompt.title)

    const { body } = await send('GET', `/${collection.slug}`, people.reader)
    expect(body).toMatchObject({ visibility: 'shared', isOwner: false, listed: false, items: [{ kind: 'prompt' }] })
    expect(body.groups).toEqual([{ slug: 'sales', name: 'The sales' }])
    expect((await send('GET', `/${collection.slug}/skills`, people.reader)).status).toBe(200)
    const list = await testSite.request('/api/groups/sales/collections', { as: people.reader })
    expect(list.body).toMatchObject([{ slug: collection.slug, items: 1, sheet: [{ title: prompt.title }] }])

    for (const name of [undefined, 'stranger', 'outsider', 'moderator', 'admin']) {
      const as = name && people[name]
      expect((await send('GET', `/${collection.slug}`, as)).status, name).toBe(404)
      expect((await send('GET', `/${collection.id}`, as)).status, name).toBe(404)
      const ofGroup = await testSite.request('/api/groups/sales/collections', { as })
      expect(ofGroup.status, name).toBe(as ? 404 : 401)
      expect((await send('GET', `/${collection.slug}/skills`, as)).status, name).toBe(404)
      if (as) expect((await send('POST', `/${collection.id}/fork`, as)).status, name).toBe(404)
    }
    // Files and lists are the same for everybody, members included.
    const addresses = [
      `/collection/${collection.slug}.json`,
      ...['/api/collections?limit=100', '/api/collections?owner=writer', '/api/search?q=zqpitches'],
    ]
    for (const as of [undefined, people.outsider, people.reader])
      for (const address of addresses) {
        const { body: text } = await testSite.request(address, { as })
        expect(JSON.stringify(text), address).not.toContain(collection.slug.slice(-10))
      }
    const follow = await testSite.request(`/api/user/follows/collection/${collection.id}`, {
      method: 'PUT',
      as: people.outsider,
    })
    expect(follow.status).toBe(404)
    const report = { collectionId: collection.id, reason: 'spam' }
    for (const as of [people.reader, people.outsider])
      expect((await testSite.request('/api/reports', { method: 'POST', as, json: report })).status).toBe(404)
  })

  it('shows nobody a prompt of it that they may not read', async () => {
    const { body: collection } = await share()
    const prompt = await addPrompt('shared')
    await addItem(collection.id, prompt.id)
    const edit = (json: object) => send('PATCH', `/${collection.id}`, people.writer, json)
    const open = await edit({ visibility: 'public' })
    expect([open.status, open.body.groups]).toEqual([200, undefined])
    expect(open.body.items).toMatchObject([{ target: null }])
    for (const as of [undefined, people.reader, people.outsider])
      expect((await send('GET', `/${collection.id}`, as)).body.items).toEqual([])
    expect((await testSite.request('/api/groups/sales/collections', { as: people.reader })).body).not.toContainEqual(
      expect.objectContaining({ id: collection.id }),
    )
    // A collection for everybody takes only what everybody reads.
    const second = await addPrompt('shared')
    expect((await addItem(collection.id, second.id)).status).toBe(404)
    expect((await edit({ visibility: 'private' })).body.items).toMatchObject([{ target: { title: prompt.title } }])
    expect((await addItem(collection.id, (await addPrompt('draft')).id)).status).toBe(404)
  })

  it('is shared only with groups in which its owner writes, and where writers need approval only by approvers', async () => {
    expect((await share({ groups: ['nothing'] })).status).toBe(404)
    expect((await share({}, people.outsider)).status).toBe(404)
    expect((await share({}, people.reader)).status).toBe(403)
    expect((await share({ groups: ['legal'] })).status).toBe(403)
    expect((await share({ groups: [] })).status).toBe(400)
    expect((await share({ visibility: 'private' })).status).toBe(400)
    const { body: own } = await share({ visibility: 'private', groups: undefined })
    expect((await send('PATCH', `/${own.id}`, people.writer, { visibility: 'shared' })).status).toBe(400)
    expect((await send('PATCH', `/${own.id}`, people.writer, { title: 'Another title' })).status).toBe(200)
  })

  it('is no longer read by the group once its owner has left it', async () => {
    const { body: collection } = await share()
    const statusFor = async (name: string) => (await send('GET', `/${collection.id}`, people[name])).status
    expect(await statusFor('reader')).toBe(200)
    await testSite.db
      .deleteFrom('groupMembers')
      .where('userId', '=', people.writer as string)
      .where('groupId', '=', groups.sales as string)
      .execute()
    expect([await statusFor('reader'), await statusFor('writer')]).toEqual([404, 200])
    expect((await testSite.request('/api/groups/sales/collections', { as: people.reader })).body).toEqual([])
    await join('sales', 'writer', 'writer')
    expect(await statusFor('reader')).toBe(200)
  })
})
