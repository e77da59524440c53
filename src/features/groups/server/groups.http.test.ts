import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { type GroupRole, groupLimits, groupRoles } from '../rules.ts'

let testSite: TestSite
let admin: string
let moderator: string
beforeAll(async () => {
  testSite = await createTestSite({ site: { sendsEmail: true } })
  admin = await testSite.addUser('Admin', 'admin')
  moderator = await testSite.addUser('Moderator', 'moderator')
})
afterAll(() => testSite.close())

const send = (as: string, method: string, path: string, json?: unknown) =>
  testSite.request(path, { as, method, ...(json !== undefined && { json }) })

let groups = 0
let people = 0
/** Creates a group with one member in each role. Returns its slug, and the members’ ids by role. */
async function addGroup(settings: object = {}) {
  const { status, body } = await send(admin, 'POST', '/api/admin/groups', { name: `Team ${++groups}`, ...settings })
  expect(status, JSON.stringify(body)).toBe(201)
  const path = `/api/groups/${body.slug}`
  const ids = {} as Record<GroupRole, string>
  for (const role of groupRoles) ids[role] = await addMember(path, role)
  return { id: body.id as string, slug: body.slug as string, path, settings: `/api/admin/groups/${body.slug}`, ids }
}

async function addMember(path: string, role: GroupRole): Promise<string> {
  const username = `person${++people}`
  const id = await testSite.addUser(username)
  expect((await send(admin, 'POST', `${path}/members`, { person: username, role })).status).toBe(201)
  return id
}

const nameOf = async (id: string) =>
  (await testSite.db.selectFrom('users').select('displayUsername').where('id', '=', id).executeTakeFirstOrThrow())
    .displayUsername
const memberPath = async ({ path }: { path: string }, id: string) => `${path}/members/${await nameOf(id)}`
const auditOf = (action: string, targetId: string) =>
  testSite.db.selectFrom('auditLog').selectAll().where('action', '=', action).where('targetId', '=', targetId).execute()

describe('a group', () => {
  it('is seen by its members and by admins, and by nobody else, not even moderators', async () => {
    const { path, slug, ids } = await addGroup({ description: 'Who sells.' })
    const other = await testSite.addUser('Outsider')
    for (const url of [path, `${path}/members`]) {
      for (const as of [...Object.values(ids), admin]) expect((await send(as, 'GET', url)).status, as).toBe(200)
      for (const as of [other, moderator]) expect((await send(as, 'GET', url)).status, as).toBe(404)
      expect((await testSite.request(url)).status).toBe(401)
    }
    expect((await send(ids.writer, 'GET', path)).body).toMatchObject({
      ...{ slug, description: 'Who sells.', needsApproval: false, reviewDays: 180 },
      ...{ members: 3, membersIsFloor: false, hasApprover: true, role: 'writer', source: 'admin' },
    })
    expect((await send(admin, 'GET', path)).body).toMatchObject({ role: null, source: null })
    expect((await send(ids.reader, 'GET', '/api/user/groups')).body).toMatchObject([{ slug, role: 'reader' }])
    expect((await send(other, 'GET', '/api/user/groups')).body).toEqual([])
  })

  it('tells a member’s session that there is one', async () => {
    const { ids } = await addGroup()
    const other = await testSite.addUser('Loner')
    expect((await send(ids.reader, 'GET', '/api/user')).body.hasGroups).toBe(true)
    expect((await send(other, 'GET', '/api/user')).body.hasGroups).toBe(false)
  })

  it('has settings that only admins see and change', async () => {
    const { settings, ids, path } = await addGroup()
    for (const as of [...Object.values(ids), moderator]) {
      expect((await send(as, 'GET', settings)).status).toBe(403)
      expect((await send(as, 'PATCH', settings, { name: 'Mine' })).status).toBe(403)
      expect((await send(as, 'DELETE', settings)).status).toBe(403)
      expect((await send(as, 'GET', '/api/admin/groups')).status).toBe(403)
      expect((await send(as, 'GET', '/api/admin/group-claim-problems')).status).toBe(403)
    }
    const edit = { name: 'Renamed', needsApproval: true, reviewDays: 30, claimValue: 'sales', claimRole: 'writer' }
    expect((await send(admin, 'PATCH', settings, edit)).body).toMatchObject(edit)
    expect((await send(ids.reader, 'GET', path)).body).not.toHaveProperty('claimValue')
  })

  it('keeps its address when it is renamed, and each name and each group of the provider is used once', async () => {
    const first = await addGroup({ name: 'Größe & Co', claimValue: 'a-group' })
    expect(first.slug).toBe('gre-and-co')
    const same = await send(admin, 'POST', '/api/admin/groups', { name: 'größe & CO' })
    expect([same.status, same.body.fields]).toEqual([400, { name: 'There is already a group with this name.' }])
    await send(admin, 'PATCH', first.settings, { name: 'Sizes' })
    const second = await addGroup({ name: 'Größe & Co' })
    expect([(await send(admin, 'GET', first.path)).body.name, second.slug]).toEqual(['Sizes', 'gre-and-co-2'])
    const taken = await send(admin, 'PATCH', second.settings, { claimValue: 'a-group' })
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([400, ['claimValue']])
    const nameless = await addGroup({ name: '営業部' })
    expect(nameless.slug).toBe('group')
  })

  it('refuses settings out of bounds', async () => {
    const refused = [
      ...[{ name: '' }, { name: 'x'.repeat(81) }, { name: 'a\u202eb' }, { description: 'x'.repeat(501) }],
      ...[{ reviewDays: 29 }, { reviewDays: 1001 }, { reviewDays: 30.5 }, { claimValue: '' }],
      ...[{ claimValue: 'x'.repeat(256) }, { claimRole: 'admin' }],
    ]
    for (const json of refused)
      expect((await send(admin, 'POST', '/api/admin/groups', { name: 'Valid', ...json })).status).toBe(400)
  })

  it('is deleted with its memberships', async () => {
    const { id, settings, path, ids } = await addGroup()
    expect((await send(admin, 'DELETE', settings)).status).toBe(204)
    expect((await send(admin, 'DELETE', settings)).status).toBe(204)
    expect((await send(ids.reader, 'GET', path)).status).toBe(404)
    expect((await send(ids.reader, 'GET', '/api/user/groups')).body).toEqual([])
    expect(await auditOf('group.delete', id)).toHaveLength(1)
  })

  it('can’t be deleted while it has a prompt', async () => {
    const { slug, settings, ids } = await addGroup()
    const json = { title: 'An offer', content: 'Write an offer for {{customer}}.', category: 'general' }
    const shared = await send(ids.writer, 'POST', '/api/prompts', { ...json, status: 'shared', group: slug })
    expect(shared.status).toBe(201)
    expect((await send(admin, 'DELETE', settings)).status).toBe(409)
    expect((await send(ids.reader, 'GET', `/api/prompts/${shared.body.id}`)).status).toBe(200)
  })

  it('can’t be made beyond the limit, even at the same time', async () => {
    const site = await createTestSite()
    try {
      const as = await site.addUser('Admin', 'admin')
      const rows = Array.from({ length: groupLimits.groups - 1 }, (_, nth) => `filler-${nth}`)
      await site.db
        .insertInto('groups')
        .values(rows.map((name) => ({ id: newId(), slug: name, name, createdAt: new Date() })))
        .execute()
      const create = (name: string) => site.request('/api/admin/groups', { method: 'POST', as, json: { name } })
      const responses = await Promise.all([create('One'), create('Two')])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const { body } = await site.request('/api/admin/groups?limit=100', { as })
      expect([body.items.length, body.total]).toEqual([100, groupLimits.groups])
      const next = await site.request(`/api/admin/groups?limit=100&cursor=${body.nextCursor}`, { as })
      expect(next.body.items[0].name > body.items.at(-1).name).toBe(true)
    } finally {
      await site.close()
    }
  })
})

describe('members', () => {
  it('are managed by admins, and readers and writers also by approvers', async () => {
    const group = await addGroup()
    const viewers = { admin, moderator, ...group.ids }
    for (const [viewer, as] of Object.entries(viewers)) {
      for (const role of groupRoles) {
        const may = viewer === 'admin' || (viewer === 'approver' && role !== 'approver')
        const unseen = viewer === 'moderator' ? 404 : 403
        const what = `${viewer} ${role}`
        const username = `candidate${++people}`
        await testSite.addUser(username)
        const added = await send(as, 'POST', `${group.path}/members`, { person: username, role })
        expect(added.status, `add ${what}`).toBe(may ? 201 : unseen)
        const existing = await addMember(group.path, role)
        const other = role === 'reader' ? 'writer' : 'reader'
        const changed = await send(as, 'PATCH', await memberPath(group, existing), { role: other })
        expect(changed.status, `change ${what}`).toBe(may ? 200 : unseen)
        const raised = await send(as, 'PATCH', await memberPath(group, existing), { role: 'approver' })
        expect(raised.status, `raise ${what}`).toBe(viewer === 'admin' ? 200 : unseen)
        const second = await addMember(group.path, role)
        const removed = await send(as, 'DELETE', await memberPath(group, second))
        expect(removed.status, `remove ${what}`).toBe(may ? 204 : unseen)
      }
    }
  })

  it('are audited', async () => {
    const group = await addGroup()
    const id = group.ids.reader
    await send(group.ids.approver, 'PATCH', await memberPath(group, id), { role: 'writer' })
    await send(group.ids.approver, 'DELETE', await memberPath(group, id))
    const entries = [await auditOf('group.add', id), await auditOf('group.role', id), await auditOf('group.remove', id)]
    expect(entries.map(([entry]) => [entry?.actorId, entry?.details])).toEqual([
      [admin, { group: group.id, role: 'reader' }],
      [group.ids.approver, { group: group.id, role: 'writer', before: 'reader' }],
      [group.ids.approver, { group: group.id, role: 'writer' }],
    ])
  })

  it('may leave', async () => {
    const group = await addGroup()
    for (const id of Object.values(group.ids)) {
      expect((await send(id, 'DELETE', await memberPath(group, id))).status).toBe(204)
      expect((await send(id, 'GET', group.path)).status).toBe(404)
    }
    expect((await send(admin, 'GET', group.path)).body).toMatchObject({ members: 0, hasApprover: false })
  })

  it('whom single sign-on brought can’t leave, and approvers can’t change them, but admins can', async () => {
    const group = await addGroup()
    const { reader, approver } = group.ids
    await testSite.db.updateTable('groupMembers').set({ source: 'claim' }).where('userId', '=', reader).execute()
    const path = await memberPath(group, reader)
    expect((await send(reader, 'DELETE', path)).status).toBe(409)
    expect((await send(approver, 'DELETE', path)).status).toBe(403)
    expect((await send(approver, 'PATCH', path, { role: 'writer' })).status).toBe(403)
    expect((await send(admin, 'PATCH', path, { role: 'approver' })).body).toMatchObject({
      role: 'approver',
      source: 'claim',
    })
    expect((await send(admin, 'DELETE', path)).status).toBe(204)
  })

  it('see an admin who joined on their own', async () => {
    const group = await addGroup()
    await send(admin, 'POST', `${group.path}/members`, { person: 'Admin', role: 'approver' })
    const { body } = await send(group.ids.reader, 'GET', `${group.path}/members`)
    const marks = body.items.map((item: { username: string; addedThemself: boolean }) => [
      item.username,
      item.addedThemself,
    ])
    expect(marks).toContainEqual(['Admin', true])
    expect(marks.filter(([, addedThemself]: [string, boolean]) => addedThemself)).toHaveLength(1)
    expect(await auditOf('group.add', admin)).toHaveLength(1)
  })

  it('are listed by role, then by name, page by page; only admins see those who are banned', async () => {
    const group = await addGroup()
    for (const [username, role] of [
      ['zoe', 'approver'],
      ['Abel', 'writer'],
      ['Cain', 'reader'],
    ]) {
      await testSite.addUser(`${username}`)
      await send(admin, 'POST', `${group.path}/members`, { person: username, role })
    }
    const { writer, approver } = group.ids
    await inTransaction(testSite.db, (tx) =>
      setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId: writer, banned: true }),
    )
    const listAs = async (as: string) => {
      const names: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await send(as, 'GET', `${group.path}/members?limit=2${cursor && `&cursor=${cursor}`}`)
        names.push(...body.items.map(({ username }: { username: string }) => username))
        if (!body.nextCursor) return { names, total: body.total }
        cursor = body.nextCursor
      }
    }
    const [approverName, readerName, writerName] = await Promise.all([approver, group.ids.reader, writer].map(nameOf))
    expect(await listAs(approver)).toEqual({ names: [approverName, 'zoe', 'Abel', 'Cain', readerName], total: 5 })
    expect((await listAs(admin)).names).toEqual([approverName, 'zoe', 'Abel', writerName, 'Cain', readerName])
    const found = await send(approver, 'GET', `${group.path}/members?q=CAI`)
    expect(found.body.items.map(({ username }: { username: string }) => username)).toEqual(['Cain'])
    expect((await send(approver, 'GET', `${group.path}/members?cursor=nonsense`)).status).toBe(400)
  })
})

describe('adding a person', () => {
  let group: Awaited<ReturnType<typeof addGroup>>
  beforeEach(async () => {
    group = await addGroup()
  })
  const add = (as: string, person: string, role: GroupRole = 'reader') =>
    send(as, 'POST', `${group.path}/members`, { person, role })

  it('twice changes nothing, but another role is refused', async () => {
    await testSite.addUser('Twice')
    const first = await add(admin, 'Twice')
    expect((await add(admin, 'tWICE')).body).toEqual(first.body)
    expect((await add(admin, 'Twice', 'writer')).status).toBe(409)
  })

  it('by address is for admins, and needs a confirmed address', async () => {
    const { id, email } = await addAddress('Addressed')
    expect((await add(admin, email)).body.fields.person).toContain('hasn’t confirmed')
    expect((await add(group.ids.approver, email)).body.fields).toEqual({ person: 'Enter a username.' })
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
    expect((await add(group.ids.approver, email)).body.fields).toEqual({ person: 'Enter a username.' })
    expect((await add(admin, email.toUpperCase())).body.username).toBe('Addressed')
  })

  it('tells those who may not add anybody nothing about who has an account', async () => {
    const { email } = await addAddress('Secret')
    const bodies = await Promise.all(
      ['Secret', 'Nobody-here', email, 'nobody@example.test'].map(
        async (person) => (await add(group.ids.writer, person)).body,
      ),
    )
    expect(new Set(bodies.map(({ error, code }) => `${error} ${code}`)).size).toBe(1)
  })

  it('refuses unknown people and the site’s own accounts', async () => {
    const own = await testSite.db
      .selectFrom('users')
      .select(['username', 'email'])
      .where('id', 'in', [siteAccountId, deletedAccountId])
      .execute()
    expect(own).toHaveLength(2)
    for (const person of ['Nobody-here', ...own.flatMap(({ username, email }) => [username, email])])
      expect((await add(admin, person)).body.fields, person).toHaveProperty('person')
  })

  it('stops at the limits of a group and of a person, even at the same time', async () => {
    await fillGroup(group.id, groupLimits.members - 4)
    const [one, two] = [await testSite.addUser('Last'), await testSite.addUser('TooLate')]
    const responses = await Promise.all([add(admin, 'Last'), add(group.ids.approver, 'TooLate')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { body } = await send(admin, 'GET', group.path)
    expect([body.members, body.membersIsFloor]).toEqual([1000, true])
    const refused = responses[0].status === 409 ? one : two
    await fillPerson(refused, groupLimits.perMember)
    const another = await addGroup()
    const crowded = await send(admin, 'POST', `${another.path}/members`, { person: await nameOf(refused) })
    expect([crowded.status, crowded.body.error]).toEqual([
      409,
      'A person can be in up to 200 groups. Remove them from another one first.',
    ])
  })

  it('and removing and promoting them in the same moment leaves one of the two results', async () => {
    const path = await memberPath(group, group.ids.reader)
    const [promoted, removed] = await Promise.all([
      send(admin, 'PATCH', path, { role: 'approver' }),
      send(group.ids.approver, 'DELETE', path),
    ])
    const { status } = await send(group.ids.reader, 'GET', group.path)
    expect([
      [200, 403, 200],
      [404, 204, 404],
    ]).toContainEqual([promoted.status, removed.status, status])
  })

  async function fillGroup(groupId: string, count: number) {
    await sql`
      with people as (
        insert into users (id, name, username, display_username, email)
        select gen_random_uuid(), n, n, n, n || '@filler.test' from (select 'filler' || i as n from generate_series(1, ${count}) i) names
        returning id)
      insert into group_members (group_id, user_id, role, source, created_at)
      select ${groupId}, id, 'reader', 'admin', now() from people`.execute(testSite.db)
  }

  async function fillPerson(userId: string, count: number) {
    await sql`
      with added as (
        insert into groups (id, slug, name, created_at)
        select gen_random_uuid(), 'crowd' || i, 'crowd' || i, now() from generate_series(1, ${count}) i returning id)
      insert into group_members (group_id, user_id, role, source, created_at)
      select id, ${userId}, 'reader', 'admin', now() from added`.execute(testSite.db)
  }

  async function addAddress(username: string) {
    const id = await testSite.addUser(username)
    const { email } = await testSite.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, email }
  }
})
