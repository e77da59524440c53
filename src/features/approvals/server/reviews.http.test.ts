import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockUser } from '#features/accounts/server/lock-user.ts'
import type { GroupRole } from '#features/groups/rules.ts'
import { followClaim } from '#features/groups/server/follow-claim.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { askOwners } from './ask-owners.ts'
import { reportHandovers } from './report-handovers.ts'

let testSite: TestSite
const people: Record<string, string> = {}
const groups: Record<string, string> = {}
const by = (name: string) => people[name] as string

async function addGroup(slug: string, members: Record<string, GroupRole>, more: object = {}) {
  groups[slug] = newId()
  const row = { id: groups[slug], slug, name: `The ${slug}`, createdAt: new Date(), ...more }
  await testSite.db.insertInto('groups').values(row).execute()
  for (const [name, role] of Object.entries(members)) await join(slug, name, role)
}

async function join(slug: string, name: string, role: GroupRole, source: 'admin' | 'claim' = 'admin') {
  people[name] ??= await testSite.addUser(name)
  const membership = { groupId: groups[slug] as string, userId: by(name), role, source, createdAt: new Date() }
  await testSite.db.insertInto('groupMembers').values(membership).execute()
}

beforeAll(async () => {
  testSite = await createTestSite({ site: { sendsEmail: true } })
  for (const name of ['reader', 'writer', 'owner', 'approver', 'second', 'outsider'])
    people[name] = await testSite.addUser(name)
  people.admin = await testSite.addUser('admin', 'admin')
  await sql`update users set email_verified = true`.execute(testSite.db)
  await addGroup(
    'legal',
    { reader: 'reader', writer: 'writer', owner: 'writer', approver: 'approver', second: 'approver' },
    { reviewDays: 90 },
  )
})
afterAll(() => testSite.close())

const send = (path: string, as: string, json?: unknown, method = 'POST') =>
  testSite.request(path, { method, as: by(as), json })
const read = (path: string, as: string) => testSite.request(path, { as: by(as) })

let texts = 0
async function share(as = 'owner', group = 'legal') {
  const { body, status } = await send('/api/prompts', as, {
    title: `Court letter ${++texts}`,
    content: `Write the court letter number ${texts} for {{customer}}.`,
    category: 'research',
    status: 'shared',
    group,
  })
  expect(status).toBe(201)
  return body
}
const review = async (prompt: { id: string }, as = 'reader') =>
  (await read(`/api/prompts/${prompt.id}/review`, as)).body.review
const makeDue = (ids: string[], asked: string | null = null) =>
  sql`update prompt_reviews set due_at = now() - interval '20 days', asked_at = ${asked}::timestamptz
    where prompt_id = any(${ids})`.execute(testSite.db)
const askAll = () =>
  askOwners({ ...testSite, siteName: 'Test site', origin: () => 'https://example.com', sendsEmail: true })
const emailsTo = async (name: string) => {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from letters where recipient = (select email from users where id = ${by(name)})
      and subject like 'Is it still right?%'`.execute(testSite.db)
  return rows
}
const newsOf = async (name: string) => {
  await deliverEvents(testSite.db, testSite.now)
  const { body } = await read('/api/notifications?limit=50', name)
  return body.items.filter(({ kind }: { kind: string }) => kind === 'prompt-review')
}
const daysUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / 86_400_000)

describe('the owner of a prompt of a group', () => {
  it('is its author, until an approver or the owner names another writer or the group', async () => {
    const prompt = await share()
    expect(await review(prompt)).toMatchObject({ owner: 'owner', mayAnswer: false, isAsked: false })
    expect(daysUntil((await review(prompt)).dueAt)).toBe(90)
    const change = (as: string, owner: string | null) =>
      send(`/api/prompts/${prompt.id}/review`, as, { owner }, 'PATCH')
    for (const as of ['reader', 'writer']) expect((await change(as, 'writer')).status).toBe(403)
    for (const as of ['outsider', 'admin']) expect((await change(as, 'writer')).status).toBe(404)
    for (const owner of ['reader', 'outsider', 'nobody-here'])
      expect((await change('owner', owner)).status, owner).toBe(400)
    expect((await change('owner', 'writer')).body.review).toMatchObject({ owner: 'writer', mayAnswer: false })
    expect((await newsOf('writer'))[0]).toMatchObject({
      text: 'owner made you the owner of a prompt',
      title: prompt.title,
    })
    expect((await change('owner', 'owner')).status).toBe(403)
    expect((await change('approver', null)).body.review).toMatchObject({ owner: null, mayAnswer: true })
    expect((await change('approver', 'owner')).body.review.owner).toBe('owner')
  })

  it('is asked exactly once when a review is due, also if the job runs twice at the same moment', async () => {
    const prompts = [await share(), await share(), await share('writer')]
    await makeDue(prompts.map(({ id }) => id))
    await Promise.all([askAll(), askAll(), askAll()])
    await askAll()
    const emails = await emailsTo('owner')
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('Is it still right? 2 prompts at Test site')
    expect(emails[0]?.body).toContain(`https://example.com/prompt/${prompts[0].slug}`)
    expect(emails[0]?.body).not.toContain(prompts[2].slug)
    expect(await emailsTo('writer')).toHaveLength(1)
    expect(await emailsTo('approver')).toHaveLength(0)
    expect((await newsOf('owner')).filter(({ path }: { path: string }) => path === '/groups/waiting')).toEqual([
      expect.objectContaining({ text: 'Still right? 2 prompts of a group are due for review', title: 'The legal' }),
    ])
    const { body: mine } = await read('/api/user/reviews', 'owner')
    expect(mine.items.map(({ prompt }: { prompt: { id: string } }) => prompt.id).toSorted()).toEqual(
      prompts
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    )
    for (const as of ['reader', 'approver', 'outsider', 'admin'])
      expect((await read('/api/user/reviews', as)).body.items, as).toEqual([])
    // Still right, change, retire: each ends the question.
    const confirmed = await send(`/api/prompts/${prompts[0].id}/review/confirm`, 'owner')
    expect(confirmed.body.review).toMatchObject({ isAsked: false, overdueSince: null })
    expect(daysUntil(confirmed.body.review.dueAt)).toBe(90)
    await send(`/api/prompts/${prompts[1].id}`, 'owner', { title: 'Court letter, up to date' }, 'PATCH')
    expect(await review(prompts[1])).toMatchObject({ isAsked: false })
    await send(`/api/prompts/${prompts[2].id}`, 'owner', { title: 'An edit by neither owner nor approver' }, 'PATCH')
    expect(await review(prompts[2])).toMatchObject({ isAsked: true })
    expect((await read('/api/user/reviews', 'owner')).body.items).toEqual([])
  })

  it('is not emailed if they switched that off', async () => {
    const prompt = await share()
    const before = (await emailsTo('owner')).length
    await send('/api/user/notification-settings', 'owner', { off: ['prompt-review'] }, 'PATCH')
    await makeDue([prompt.id])
    await askAll()
    expect(await emailsTo('owner')).toHaveLength(before)
    expect(await review(prompt)).toMatchObject({ isAsked: true })
    await send('/api/user/notification-settings', 'owner', { off: [] }, 'PATCH')
    await send(`/api/prompts/${prompt.id}/review/confirm`, 'owner')
  })

  it('who doesn’t answer for two weeks is overdue, for the group alone', async () => {
    const prompt = await share()
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    await makeDue([prompt.id], days(13))
    expect((await review(prompt)).overdueSince).toBeNull()
    await makeDue([prompt.id], days(15))
    const { overdueSince } = await review(prompt)
    expect(daysUntil(overdueSince)).toBe(-20)
    const { body } = await read('/api/groups/legal/reviews', 'reader')
    expect(body.items).toEqual([
      expect.objectContaining({ prompt: expect.objectContaining({ id: prompt.id }), overdueSince }),
    ])
    for (const as of ['outsider', 'admin']) expect((await read('/api/groups/legal/reviews', as)).status).toBe(404)
    await send(`/api/prompts/${prompt.id}/review/confirm`, 'approver')
  })

  it('takes a prompt out of use; then only writers of the group see it, and approvers bring it back', async () => {
    const prompt = await share()
    expect((await send(`/api/prompts/${prompt.id}/review/retire`, 'writer')).status).toBe(403)
    expect((await send(`/api/prompts/${prompt.id}/review/retire`, 'owner')).body.review.isRetired).toBe(true)
    expect((await send(`/api/prompts/${prompt.id}/review/retire`, 'owner')).status).toBe(200)
    for (const as of ['reader', 'outsider', 'admin'])
      expect((await read(`/api/prompts/${prompt.id}`, as)).status, as).toBe(404)
    expect((await read(`/api/prompts/${prompt.id}`, 'writer')).body.status).toBe('draft')
    expect(
      (await read('/api/prompts?group=legal&limit=50', 'writer')).body.items.map(({ id }: { id: string }) => id),
    ).not.toContain(prompt.id)
    expect((await send(`/api/prompts/${prompt.id}/review/confirm`, 'owner')).status).toBe(409)
    expect((await send('/api/user/prompts/publish', 'owner', {})).body.published).toBe(0)
    expect((await read(`/api/prompts/${prompt.id}`, 'writer')).body.status).toBe('draft')
    const back = (as: string) => send(`/api/prompts/${prompt.id}`, as, { status: 'shared' }, 'PATCH')
    expect((await back('owner')).status).toBe(403)
    expect((await back('approver')).body.status).toBe('shared')
    expect(await review(prompt)).toMatchObject({ owner: 'owner', isRetired: false, isAsked: false })
  })
})

describe('an owner who leaves', () => {
  const ways: Record<string, (name: string) => Promise<unknown>> = {
    removed: (name) => send(`/api/groups/leaving/members/${name}`, 'approver', undefined, 'DELETE'),
    leaves: (name) => send(`/api/groups/leaving/members/${name}`, name, undefined, 'DELETE'),
    'may only read': (name) => send(`/api/groups/leaving/members/${name}`, 'approver', { role: 'reader' }, 'PATCH'),
    'claim gone': (name) =>
      inTransaction(testSite.db, async (tx) => {
        await sql`update group_members set source = 'claim' where user_id = ${by(name)}`.execute(tx)
        await sql`update groups set claim_value = 'leaving' where slug = 'leaving'`.execute(tx)
        await followClaim(tx, by(name), { kind: 'list', values: [] }, new Date())
      }),
    banned: (name) => send(`/api/admin/users/${by(name)}`, 'admin', { banned: true }, 'PATCH'),
    'deleted account': (name) =>
      inTransaction(testSite.db, async (tx) => {
        await lockUser(tx, by(name))
        await sql`update prompts set user_id = '01900000-0000-7000-8000-000000000002' where user_id = ${by(name)}`.execute(
          tx,
        )
        await sql`update prompt_versions set user_id = '01900000-0000-7000-8000-000000000002' where user_id = ${by(name)}`.execute(
          tx,
        )
        await sql`delete from users where id = ${by(name)}`.execute(tx)
      }),
  }

  for (const [way, leave] of Object.entries(ways))
    it(`hands over to the group, which is told once with the number of prompts: ${way}`, async () => {
      const name = `leaver${Object.keys(ways).indexOf(way)}`
      if (!groups.leaving) await addGroup('leaving', { approver: 'approver', second: 'approver' })
      await join('leaving', name, 'writer')
      const prompts = [await share(name, 'leaving'), await share(name, 'leaving')]
      const other = await share('approver', 'leaving')
      await leave(name)
      for (const prompt of prompts) expect(await review(prompt, 'second')).toMatchObject({ owner: null })
      expect(await review(other, 'second')).toMatchObject({ owner: 'approver' })
      await Promise.all([reportHandovers(testSite.db, testSite.now()), reportHandovers(testSite.db, testSite.now())])
      await reportHandovers(testSite.db, testSite.now())
      const who = way === 'deleted account' ? 'Somebody who left' : name
      const news = await newsOf('second')
      expect(news[0]).toMatchObject({
        text: `${who} no longer answers for 2 prompts. Your group does now`,
        path: '/group/leaving',
        title: 'The leaving',
      })
      await send('/api/notifications/read', 'second', { until: news[0].createdAt })
      // Now its approvers are asked.
      await makeDue(prompts.map(({ id }) => id))
      await askAll()
      expect((await newsOf('second'))[0].text).toContain('2 prompts of a group are due')
      for (const { id } of prompts) await send(`/api/prompts/${id}/review/confirm`, 'second')
      await send('/api/notifications/read', 'second', { until: new Date().toISOString() })
    })

  it('takes what they sent for approval with them', async () => {
    await addGroup('strict', { approver: 'approver', writer: 'writer' }, { needsApproval: true })
    const { body: draft } = await send('/api/prompts', 'writer', {
      title: 'Never approved',
      content: 'Write something that nobody will approve.',
      category: 'research',
      status: 'draft',
    })
    const { body } = await send(`/api/prompts/${draft.id}/approvals`, 'writer', { status: 'shared', group: 'strict' })
    await send('/api/groups/strict/members/writer', 'approver', undefined, 'DELETE')
    expect((await read(`/api/approvals/${body.id}`, 'approver')).status).toBe(404)
    const late = await send(`/api/approvals/${body.id}/approve`, 'approver', { revision: 1, version: 1 })
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('already withdrawn')])
    expect((await read(`/api/prompts/${draft.id}`, 'writer')).body.status).toBe('draft')
  })
})

// More than two of the statements that mark what was asked. 100,000 take the same way.
const many = Number(process.env.REVIEWS ?? 11_000)

it('asks about many prompts of one owner with one email, in several statements', async () => {
  await addGroup('large', { owner: 'writer', approver: 'approver' })
  const model = await share('owner', 'large')
  await inTransaction(testSite.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into prompt_reviews (prompt_id, group_id, owner_id, due_at)
      select gen_random_uuid(), ${groups.large}::uuid, ${by('owner')}::uuid, now() - interval '1 day'
      from generate_series(1, ${many})`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'prompts' and is_generated = 'NEVER'
        and column_name not in ('id', 'slug')`.execute(tx)
    const copied = sql.join(rows.map(({ name }) => sql.id(name)))
    await sql`
      insert into prompts (id, slug, ${copied})
      select r.prompt_id, r.prompt_id::text, ${sql.join(rows.map(({ name }) => sql.ref(`p.${name}`)))} from prompt_reviews r, prompts p
      where r.group_id = ${groups.large} and p.id = ${model.id} and r.prompt_id <> p.id`.execute(tx)
  })
  const before = (await emailsTo('owner')).length
  await Promise.all([askAll(), askAll()])
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from prompt_reviews
    where group_id = ${groups.large} and asked_at is null and due_at < now()`.execute(testSite.db)
  expect(rows[0]?.waiting).toBe(0)
  const emails = await emailsTo('owner')
  expect(emails).toHaveLength(before + 1)
  expect(emails.at(-1)?.subject).toContain(`${many.toLocaleString('en-US')} prompts`)
})
