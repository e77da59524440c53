import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupRole } from '#features/groups/rules.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
const people: Record<string, string> = {}
const groups: Record<string, string> = {}

async function addGroup(slug: string, needsApproval: boolean, members: Record<string, GroupRole>) {
  const id = newId()
  groups[slug] = id
  await testSite.db
    .insertInto('groups')
    .values({ id, slug, name: `The ${slug}`, needsApproval, createdAt: new Date() })
    .execute()
  for (const [name, role] of Object.entries(members)) await join(slug, name, role)
}

async function join(slug: string, name: string, role: GroupRole) {
  const groupId = groups[slug] as string
  await testSite.db
    .insertInto('groupMembers')
    .values({ groupId, userId: people[name] as string, role, source: 'admin', createdAt: new Date() })
    .execute()
}

const names = ['reader', 'writer', 'author', 'approver', 'second', 'outsider', 'stranger', 'leaver']

beforeAll(async () => {
  testSite = await createTestSite()
  for (const name of names) people[name] = await testSite.addUser(name)
  people.moderator = await testSite.addUser('moderator', 'moderator')
  people.admin = await testSite.addUser('admin', 'admin')
  await addGroup('legal', true, {
    reader: 'reader',
    writer: 'writer',
    author: 'writer',
    approver: 'approver',
    second: 'approver',
  })
  await addGroup('sales', false, { writer: 'writer', author: 'writer', approver: 'approver' })
  await addGroup('solo', true, { approver: 'approver', author: 'writer' })
  await addGroup('other', true, { stranger: 'approver' })
})
afterAll(() => testSite.close())

const by = (name: string) => people[name] as string
const send = (path: string, as: string, json?: unknown, method = 'POST') =>
  testSite.request(path, { method, as: by(as), json })
const read = (path: string, as: string) => testSite.request(path, { as: by(as) })

let texts = 0
async function draft(as = 'author') {
  const { body } = await send('/api/prompts', as, {
    title: `Contract check ${++texts}`,
    content: `Check contract number ${texts} of {{customer}} for risks.`,
    category: 'research',
    status: 'draft',
  })
  return body
}
const share = (group = 'legal') => ({ status: 'shared', group })
const ask = (prompt: { id: string }, json: object, as = 'author') =>
  send(`/api/prompts/${prompt.id}/approvals`, as, json)
const seen = ({ revision, prompt }: { revision: number; prompt: { version: number } }) => ({
  revision,
  version: prompt.version,
})

async function shared(group = 'legal', as = 'author') {
  const prompt = await draft(as)
  const { body } = await ask(prompt, share(group), as)
  const decider = as === 'approver' ? 'second' : 'approver'
  expect((await send(`/api/approvals/${body.id}/approve`, decider, seen(body))).status).toBe(200)
  return (await read(`/api/prompts/${prompt.id}`, as)).body
}

describe('a group that needs approval', () => {
  it('refuses what writers and approvers would publish directly, and says what to do', async () => {
    const prompt = await draft()
    for (const as of ['author', 'approver']) {
      const refused = await send('/api/prompts', as, {
        title: `Directly by ${as}`,
        content: 'Write a text that nobody has approved.',
        category: 'research',
        ...share(),
      })
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('as a draft')])
    }
    expect((await send(`/api/prompts/${prompt.id}`, 'author', share(), 'PATCH')).status).toBe(403)
    const live = await shared()
    for (const as of ['author', 'approver']) {
      const refused = await send(`/api/prompts/${live.id}`, as, { title: 'Directly changed' }, 'PATCH')
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('for approval')])
      expect((await send(`/api/prompts/${live.id}`, as, { status: 'published' }, 'PATCH')).status).toBe(403)
    }
    // Taking it back needs nobody else.
    expect((await send(`/api/prompts/${live.id}`, 'approver', { status: 'draft' }, 'PATCH')).status).toBe(200)
  })

  it('publishes a new prompt once an approver has approved it, and tells everybody concerned', async () => {
    const prompt = await draft()
    const sent = await ask(prompt, { ...share(), note: 'For the new contracts' })
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { kind: 'new', state: 'waiting', isOwn: true, mayDecide: false, readers: [{ slug: 'legal' }] },
    ])
    const { id } = sent.body
    expect((await read(`/api/prompts/${prompt.id}`, 'reader')).status).toBe(404)
    expect((await read(`/api/prompts/${prompt.id}`, 'approver')).status).toBe(404)
    const queue = await read('/api/user/approvals?waiting=true&group=legal', 'approver')
    expect(queue.body.items.map((item: { id: string }) => item.id)).toContain(id)
    const opened = await read(`/api/approvals/${id}`, 'approver')
    expect(opened.body).toMatchObject({
      mayDecide: true,
      proposed: { content: prompt.content },
      note: 'For the new contracts',
    })
    await send(`/api/approvals/${id}/comments`, 'approver', { body: 'Which countries?' })
    const answered = await send(`/api/approvals/${id}/comments`, 'author', { body: 'All of them.' })
    expect(answered.body.comments.map((comment: { body: string }) => comment.body)).toEqual([
      'Which countries?',
      'All of them.',
    ])
    const decided = await send(`/api/approvals/${id}/approve`, 'approver', seen(opened.body))
    expect([decided.status, decided.body.state, decided.body.decidedBy]).toEqual([200, 'approved', 'approver'])
    expect((await read(`/api/prompts/${prompt.id}`, 'reader')).body).toMatchObject({
      status: 'shared',
      user: { username: 'author' },
      audience: { needsApproval: true },
    })
    // A repeated call changes nothing; another approver is told.
    expect((await send(`/api/approvals/${id}/approve`, 'approver', seen(opened.body))).status).toBe(200)
    const late = await send(`/api/approvals/${id}/approve`, 'second', seen(opened.body))
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('already approved')])
    await deliverEvents(testSite.db, testSite.now)
    expect((await read('/api/notifications', 'author')).body.items[0]).toMatchObject({
      kind: 'approval-answer',
      text: 'approver approved what you sent',
      path: `/approval/${id}`,
    })
    const { body: oversight } = await read(`/api/prompts/${prompt.id}/review`, 'reader')
    expect(oversight).toMatchObject({ approval: null, review: { owner: 'author', isAsked: false, mayAnswer: false } })
  })

  it('keeps an edit apart until it is approved, and stores it under the name of its author', async () => {
    const prompt = await shared()
    const edit = { title: 'Contract check, with dates', note: 'Names the dates', version: prompt.version }
    const { body } = await ask(prompt, edit, 'writer')
    expect(body).toMatchObject({
      kind: 'edit',
      current: { title: prompt.title },
      proposed: { title: edit.title, content: prompt.content },
    })
    expect((await read(`/api/prompts/${prompt.id}`, 'reader')).body.title).toBe(prompt.title)
    expect((await ask(prompt, { title: 'A second one' })).status).toBe(409)
    const revised = await send(
      `/api/approvals/${body.id}`,
      'writer',
      { ...edit, title: 'Contract check by date', revision: 1 },
      'PUT',
    )
    expect([revised.status, revised.body.revision]).toEqual([200, 2])
    // The approver opened the first text.
    const stale = await send(`/api/approvals/${body.id}/approve`, 'approver', seen(body))
    expect([stale.status, stale.body.error]).toEqual([409, expect.stringContaining('changed since you opened')])
    expect((await send(`/api/approvals/${body.id}/approve`, 'approver', seen(revised.body))).status).toBe(200)
    const { body: after } = await read(`/api/prompts/${prompt.id}`, 'reader')
    expect([after.title, after.version]).toEqual(['Contract check by date', prompt.version + 1])
    const { body: versions } = await read(`/api/prompts/${prompt.id}/versions`, 'reader')
    expect(versions[0]).toMatchObject({ user: { username: 'writer' }, note: 'Names the dates' })
  })

  it('publishes for everybody after its own approver, by the rules of the site', async () => {
    const prompt = await shared()
    const { body } = await ask(prompt, { status: 'published' }, 'writer')
    expect(body).toMatchObject({ kind: 'public', readers: [] })
    expect((await send(`/api/approvals/${body.id}/approve`, 'approver', seen(body))).status).toBe(200)
    expect((await testSite.request(`/api/prompts/${prompt.id}`)).body).toMatchObject({ status: 'published' })
  })

  it('refuses a decision on a draft that its author has changed since it was opened', async () => {
    const prompt = await draft()
    const { body } = await ask(prompt, share())
    await send(`/api/prompts/${prompt.id}`, 'author', { title: 'Changed meanwhile' }, 'PATCH')
    const stale = await send(`/api/approvals/${body.id}/approve`, 'approver', seen(body))
    expect([stale.status, stale.body.error]).toEqual([409, expect.stringContaining('compare again')])
    const { body: now } = await read(`/api/approvals/${body.id}`, 'approver')
    expect(now.proposed.title).toBe('Changed meanwhile')
    expect((await send(`/api/approvals/${body.id}/approve`, 'approver', seen(now))).status).toBe(200)
  })

  it('returns something with a reason; then an author’s own prompt is theirs alone again', async () => {
    const prompt = await draft()
    const { body } = await ask(prompt, share())
    expect((await send(`/api/approvals/${body.id}/return`, 'approver', { revision: 1, reason: ' ' })).status).toBe(400)
    const returned = await send(`/api/approvals/${body.id}/return`, 'approver', {
      revision: 1,
      reason: 'Name the law.',
    })
    expect([returned.status, returned.body.state]).toEqual([200, 'returned'])
    expect((await read(`/api/approvals/${body.id}`, 'approver')).status).toBe(404)
    expect((await read(`/api/approvals/${body.id}`, 'author')).body).toMatchObject({
      state: 'returned',
      answer: 'Name the law.',
    })
    const late = await send(`/api/approvals/${body.id}/approve`, 'second', seen(body))
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('already returned')])
    expect((await ask(prompt, share())).status).toBe(201)
  })

  it('lets nobody decide about what they sent, unless the group has no other approver, which is recorded', async () => {
    const prompt = await draft('approver')
    const { body } = await ask(prompt, share(), 'approver')
    expect(body.mayDecide).toBe(false)
    expect((await send(`/api/approvals/${body.id}/approve`, 'approver', seen(body))).status).toBe(403)
    expect((await send(`/api/approvals/${body.id}/approve`, 'second', seen(body))).status).toBe(200)
    const alone = await draft('approver')
    const { body: own } = await ask(alone, share('solo'), 'approver')
    expect(own.mayDecide).toBe(true)
    expect((await send(`/api/approvals/${own.id}/approve`, 'approver', seen(own))).status).toBe(200)
    const { body: log } = await read('/api/admin/audit?action=prompt.approve', 'admin')
    expect(log.items[0].details).toMatchObject({ kind: 'new', isOwn: true })
  })

  it('lets two approvers decide at the same moment only once', async () => {
    for (let round = 0; round < 5; round++) {
      const prompt = await draft()
      const { body } = await ask(prompt, share())
      const both = await Promise.all([
        send(`/api/approvals/${body.id}/approve`, 'approver', seen(body)),
        send(`/api/approvals/${body.id}/return`, 'second', { revision: 1, reason: 'Not yet.' }),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { body: after } = await read(`/api/approvals/${body.id}`, 'author')
      const isApproved = both[0]?.status === 200
      expect(after.state).toBe(isApproved ? 'approved' : 'returned')
      expect((await read(`/api/prompts/${prompt.id}`, 'reader')).status).toBe(isApproved ? 200 : 404)
    }
  })
})

describe('who may do what', () => {
  const everybody = [...names, 'moderator', 'admin']
  const inGroup =
    (...list: string[]) =>
    (name: string) =>
      list.includes(name)
  type Case = { what: string; may: (name: string) => boolean; act: (name: string) => Promise<{ status: number }> }

  it('is the same for each kind: its author and approvers read it, approvers decide, the author changes it', async () => {
    const kinds = {
      new: async () => ask(await draft(), share()),
      edit: async () => ask(await shared(), { title: 'Another title' }),
      public: async () => ask(await shared(), { status: 'published' }),
    }
    for (const [kind, start] of Object.entries(kinds)) {
      const { body } = await start()
      const path = `/api/approvals/${body.id}`
      const cases: Case[] = [
        { what: 'read', may: inGroup('author', 'approver', 'second'), act: (name) => read(path, name) },
        {
          what: 'comment',
          may: inGroup('author', 'approver', 'second'),
          act: (name) => send(`${path}/comments`, name, { body: 'A comment.' }),
        },
        {
          what: 'revise',
          may: inGroup('author'),
          act: (name) => send(path, name, { revision: 99, title: `By ${name}` }, 'PUT'),
        },
        {
          what: 'return',
          may: inGroup('approver', 'second'),
          act: (name) => send(`${path}/return`, name, { revision: 99, reason: 'No reason.' }),
        },
        {
          what: 'approve',
          may: inGroup('approver', 'second'),
          act: (name) => send(`${path}/approve`, name, { revision: 99, version: 1 }),
        },
      ]
      for (const { what, may, act } of cases)
        for (const name of everybody) {
          const { status } = await act(name)
          // Nobody reads revision 99, so that what is allowed changes nothing.
          const allowed = [200, 201, 409]
          const refused = may(name) ? allowed : [403, 404]
          expect(refused, `${kind}: ${name} ${what}`).toContain(status)
        }
      for (const name of everybody) {
        const { body: list } = await read('/api/user/approvals?waiting=true&limit=50', name)
        const isListed = list.items.some(({ id }: { id: string }) => id === body.id)
        expect(isListed, `${kind}: ${name} lists`).toBe(['approver', 'second'].includes(name))
      }
      expect((await send(`${path}/withdraw`, 'author')).status).toBe(200)
      expect((await send(`${path}/withdraw`, 'author')).status).toBe(200)
      expect((await send(`${path}/approve`, 'approver', seen(body))).status).toBe(409)
    }
  })

  it('lets only writers of the group send something', async () => {
    const prompt = await shared()
    for (const name of everybody) {
      const { status, body } = await ask(prompt, { title: `Sent by ${name}` }, name)
      const may = ['writer', 'author', 'approver', 'second'].includes(name)
      expect(may ? [201] : [403, 404], name).toContain(status)
      if (may) await send(`/api/approvals/${body.id}/withdraw`, name)
    }
    // Moving it, or returning it to its author, is for approvers alone.
    for (const json of [
      { status: 'draft' },
      { status: 'shared', otherGroups: ['sales'] },
      { status: 'shared', group: 'sales' },
    ])
      expect((await ask(prompt, json)).status, JSON.stringify(json)).toBe(403)
  })

  it('gives no other way into a group that needs approval', async () => {
    const inSales = await draft()
    await send(`/api/prompts/${inSales.id}`, 'author', share('sales'), 'PATCH')
    const patch = (as: string, json: object) => send(`/api/prompts/${inSales.id}`, as, json, 'PATCH')
    expect((await patch('approver', { status: 'shared', group: 'solo' })).status).toBe(409)
    expect((await patch('author', { status: 'shared', group: 'solo' })).status).toBe(403)
    const mixed = { ...share('sales'), otherGroups: ['solo'] }
    const other = await draft()
    expect((await send(`/api/prompts/${other.id}`, 'author', mixed, 'PATCH')).status).toBe(403)
    expect((await patch('approver', { status: 'shared', otherGroups: ['solo'] })).status).toBe(200)
  })
})

describe('a group that needs no approval', () => {
  it('lets writers publish and edit directly, and asks its approver before everybody reads a prompt', async () => {
    const prompt = await draft()
    expect((await ask(prompt, share('sales'))).status).toBe(409)
    expect((await send(`/api/prompts/${prompt.id}`, 'author', share('sales'), 'PATCH')).status).toBe(200)
    expect((await send(`/api/prompts/${prompt.id}`, 'writer', { title: 'Directly' }, 'PATCH')).status).toBe(200)
    expect((await send(`/api/prompts/${prompt.id}`, 'writer', { status: 'published' }, 'PATCH')).status).toBe(403)
    const { body } = await ask(prompt, { status: 'published' }, 'writer')
    expect((await send(`/api/approvals/${body.id}/approve`, 'approver', seen(body))).status).toBe(200)
    expect((await testSite.request(`/api/prompts/${prompt.id}`)).status).toBe(200)
  })
})
