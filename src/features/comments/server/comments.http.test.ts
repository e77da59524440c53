// This file is long, because all its tests share one test site, in which members reply to each other.

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { addTrustedMember as addTrusted } from '#test/trusted-member.ts'
import type { Comment } from '../contract.ts'
import { commentLimits, deletedDays, editMs } from '../rules.ts'
import { commentRetention } from './comment-retention.ts'
import { fingerprintOf } from './trust-queries.ts'

let testSite: TestSite
let now = new Date('2026-11-23T12:00:00Z')
let ids: Record<'author' | 'reader' | 'other' | 'newcomer' | 'moderator', string>
let promptId: string
/** A number that makes names and texts unique. */
let textCount = 0

const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
/** Adds a member whose account was created at this time. */
async function addMemberSince(createdAt: Date, name: string) {
  const id = await testSite.addUser(name)
  await testSite.db.updateTable('users').set({ createdAt }).where('id', '=', id).execute()
  return id
}
/** Adds a member whose account is much older than a week. */
const addOldMember = (name: string) => addMemberSince(new Date('2026-01-01'), name)
const addTrustedMember = (name: string) => addTrusted(testSite, name)
const send = (method: string, path: string, as: string | undefined, json?: object) =>
  testSite.request(path, { method, as, json })
const post = (as: string, json: object, id = promptId) => send('POST', `/api/prompts/${id}/comments`, as, json)
const list = async (as?: string, id = promptId, query = '') =>
  (await send('GET', `/api/prompts/${id}/comments${query}`, as)).body
const readContents = async (as?: string) => (await list(as)).items.map(({ content }: Comment) => content)

const authorIdOf = async (commentId: string) =>
  (await testSite.db.selectFrom('comments').select('userId').where('id', '=', commentId).executeTakeFirstOrThrow())
    .userId

beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
  ids = { moderator: await testSite.addUser('mo', 'moderator'), author: '', reader: '', other: '', newcomer: '' }
  for (const name of ['author', 'reader', 'other'] as const) ids[name] = await addTrustedMember(name)
  ids.newcomer = await testSite.addUser('newcomer')
})
afterAll(() => testSite.close())
beforeEach(async () => {
  promptId = (await testSite.addPrompt({ userId: ids.author })).id
})

describe('a comment', () => {
  it('is public, and can have replies one level deep', async () => {
    const { body: comment, status } = await post(ids.reader, { content: ' It helped. ' })
    expect(status).toBe(201)
    expect(comment).toMatchObject({ content: 'It helped.', user: { username: 'reader' }, state: 'shown', answers: [] })
    const { body: reply } = await post(ids.author, { content: 'Good to hear.', parentId: comment.id })
    expect(reply).toMatchObject({ parentId: comment.id, byAuthor: true })
    const page = await list()
    expect(page).toMatchObject({ total: 2, closed: false, mayClose: false, subjectId: promptId })
    expect(page.items).toHaveLength(1)
    expect(page.items[0].answers[0].content).toBe('Good to hear.')
    expect((await post(ids.reader, { content: 'And this?', parentId: reply.id })).status).toBe(404)
  })

  it('is posted once for identical concurrent requests, and its text is refused anywhere else', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => post(ids.reader, { content: 'Twice the same.' })))
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
    expect((await list()).total).toBe(1)
    const elsewhere = await testSite.addPrompt()
    const { id } = (await post(ids.author, { content: 'Did it help?' })).body
    const repeats = [
      await post(ids.reader, { content: 'twice, the same' }, elsewhere.id),
      await post(ids.reader, { content: 'twice, the same', parentId: id }),
    ]
    const error = 'You just posted this text in another comment. Write something different here.'
    expect(repeats).toMatchObject([409, 409].map((status) => ({ status, body: { error } })))
  })

  it('is listed on pages, newest first; a cursor is valid only for its own list', async () => {
    for (let index = 0; index < 5; index++) await post(ids.reader, { content: `Remark ${index}` })
    const first = await list(undefined, promptId, '?limit=3')
    const next = await list(undefined, promptId, `?limit=3&cursor=${first.nextCursor}`)
    expect([...first.items, ...next.items].map(({ content }: Comment) => content)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `Remark ${index}`),
    )
    expect(next.nextCursor).toBeNull()
    const elsewhere = await testSite.addPrompt()
    const wrong = await send('GET', `/api/prompts/${elsewhere.id}/comments?cursor=${first.nextCursor}`, undefined)
    expect(wrong.status).toBe(400)
  })

  it.each([
    ['', 400],
    [' \u200b\u202e ', 400],
    ['\u3164\u2800\u00ad\u200d\u0301', 400],
    ['x'.repeat(2_001), 400],
  ])('is refused without visible text or above the maximum length (%#)', async (content, status) => {
    expect((await post(ids.reader, { content })).status).toBe(status)
    expect((await list()).total).toBe(0)
  })

  it('can be edited only by its author, for 15 minutes', async () => {
    const { body } = await post(ids.reader, { content: 'Frist.' })
    const path = `/api/comments/${body.id}`
    expect(await send('PATCH', path, ids.other, { content: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    advanceClock(editMs - 1)
    const edited = await send('PATCH', path, ids.reader, { content: 'First.' })
    expect(edited.body).toMatchObject({ content: 'First.', editedAt: now.toISOString() })
    advanceClock(1)
    expect((await send('PATCH', path, ids.reader, { content: 'Second.' })).status).toBe(403)
    expect(await readContents()).toEqual(['First.'])
  })

  it('with replies leaves a placeholder when it is deleted; its text is erased after 30 days', async () => {
    const { body: parent } = await post(ids.reader, { content: 'With a reply.' })
    await post(ids.other, { content: 'The reply.', parentId: parent.id })
    const { body: alone } = await post(ids.reader, { content: 'Without one.' })
    expect((await send('DELETE', `/api/comments/${alone.id}`, ids.other)).status).toBe(403)
    for (const { id } of [parent, alone])
      for (const attempt of [1, 2])
        expect({ attempt, status: (await send('DELETE', `/api/comments/${id}`, ids.reader)).status }).toMatchObject({
          status: 204,
        })
    const { items } = await list(ids.reader)
    expect(items).toMatchObject([{ id: parent.id, content: '', user: null, state: 'deleted' }])
    expect(items[0].answers).toHaveLength(1)
    advanceClock((deletedDays + 1) * 86_400_000)
    await deleteOldData(testSite.db, commentRetention, now)
    const listDeleted = () =>
      testSite.db
        .selectFrom('comments')
        .select(['id', 'content', 'fingerprint'])
        .where('state', '=', 'deleted')
        .execute()
    const erased = [{ id: parent.id, content: '', fingerprint: Buffer.alloc(0) }]
    expect(await listDeleted()).toEqual(erased)
    // Earlier releases erased only the text.
    const fingerprint = fingerprintOf('With a reply.')
    await testSite.db.updateTable('comments').set({ fingerprint }).where('id', '=', parent.id).execute()
    await deleteOldData(testSite.db, commentRetention, now)
    expect(await listDeleted()).toEqual(erased)
  })

  it('can be removed with a reason that its author sees, and restored', async () => {
    const { body } = await post(ids.reader, { content: 'Buy pills.' })
    const decide = (json: object) => send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, json)
    await decide({ action: 'remove', removedReason: 'It sells things.' })
    expect(await readContents()).toEqual([])
    expect((await list(ids.reader)).items[0]).toMatchObject({ state: 'removed', removedReason: 'It sells things.' })
    expect((await send('PATCH', `/api/comments/${body.id}`, ids.reader, { content: 'Buy.' })).status).toBe(403)
    await decide({ action: 'approve' })
    expect(await readContents()).toEqual(['Buy pills.'])
    expect((await send('PATCH', `/api/admin/comments/${body.id}`, ids.other, { action: 'remove' })).status).toBe(403)
  })
})

describe('a block', () => {
  const block = (as: string, name: string) =>
    testSite.request(`/api/user/blocks/${name}`, { method: 'PUT', as, json: { kind: 'block' } })
  const unblock = (as: string, name: string) => testSite.request(`/api/user/blocks/${name}`, { method: 'DELETE', as })
  const seenBy = async (as: string) => {
    const { total, items } = await list(as)
    return {
      total,
      texts: items.map(({ content, answers }: Comment) => [content, ...answers.map((reply) => reply.content)]),
    }
  }

  it('refuses replies by the blocked member as if the comment didn’t exist', async () => {
    const { body } = await post(ids.reader, { content: 'Who can help?' })
    await block(ids.reader, 'other')
    expect((await post(ids.other, { content: 'I can.', parentId: body.id })).status).toBe(404)
    await unblock(ids.reader, 'other')
    expect((await post(ids.other, { content: 'I can.', parentId: body.id })).status).toBe(201)
  })

  it('hides comments and leaves them out of the total, except the reader’s own replies', async () => {
    const { body: question } = await post(ids.reader, { content: 'Which model?' })
    await post(ids.other, { content: 'Mine did.', parentId: question.id })
    await post(ids.author, { content: 'All of them.', parentId: question.id })
    await block(ids.reader, 'other')
    expect(await seenBy(ids.other)).toEqual({ total: 1, texts: [['', 'Mine did.']] })
    expect(await seenBy(ids.reader)).toEqual({ total: 2, texts: [['Which model?', 'All of them.']] })
    expect(await seenBy(ids.author)).toEqual({ total: 3, texts: [['Which model?', 'Mine did.', 'All of them.']] })
    expect((await seenBy(ids.moderator)).total).toBe(3)
    await unblock(ids.reader, 'other')
    await block(ids.author, 'reader')
    expect(await seenBy(ids.author)).toEqual({ total: 1, texts: [['', 'All of them.']] })
    await unblock(ids.author, 'reader')
  })
})

describe('a waiting comment', () => {
  it('is visible only to its author and moderators until it is approved; an account’s first two comments wait', async () => {
    const comments = []
    for (const content of ['My first one.', 'My second one.'])
      comments.push((await post(ids.newcomer, { content })).body)
    expect(comments.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await readContents()).toEqual([])
    expect(await readContents(ids.other)).toEqual([])
    expect(await readContents(ids.newcomer)).toEqual(['My second one.', 'My first one.'])
    expect(await readContents(ids.moderator)).toHaveLength(2)
    const queue = (await send('GET', '/api/admin/comments', ids.moderator)).body
    expect(queue.items[0]).toMatchObject({ content: 'My first one.', subject: { kind: 'prompt' } })
    for (const { id } of comments)
      await send('PATCH', `/api/admin/comments/${id}`, ids.moderator, { action: 'approve' })
    expect(await readContents()).toHaveLength(2)
    expect((await post(ids.newcomer, { content: 'My third one.' })).body.state).toBe('shown')
    expect((await post(ids.newcomer, { content: 'See https://pills.example.org' })).body.state).toBe('waiting')
  })

  it('isn’t a first comment of a member with a confirmed address, unless it has a link or asks for contact', async () => {
    const addConfirmed = async () => {
      const id = await testSite.addUser(`confirmed${++textCount}`)
      await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
      return id
    }
    const stateOf = async (content: string) => (await post(await addConfirmed(), { content })).body.state
    expect(await stateOf('It wrote my letter in one go, version 1.2 of 2026-11-29.')).toBe('shown')
    for (const content of [
      'See https://pills.example.org',
      'Write to me@pills.example',
      'Call +1 (202) 555-0147 now',
      'Find me on Telegram, same name',
      'pills (dot) shop has more',
      'Go to cheap-pills.com today',
    ])
      expect([content, await stateOf(content)]).toEqual([content, 'waiting'])
    const removed = await addConfirmed()
    const { body } = await post(removed, { content: 'Something that moderators remove.' })
    await send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'remove', removedReason: 'Spam.' })
    expect((await post(removed, { content: 'The same again, in other words.' })).body.state).toBe('waiting')
  })

  it('counts with its report of use immediately if the address is confirmed and the model is of a known family', async () => {
    const member = await testSite.addUser(`tester${++textCount}`)
    const use = (model: string) => ({
      content: `Mine is at www.pills${++textCount}.example`,
      usage: { outcome: 'worked', model },
    })
    const worked = async () => (await list()).usage.models
    const { body: unconfirmed } = await post(member, use('gpt-5'))
    expect([unconfirmed.state, await worked()]).toEqual(['waiting', []])
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', '=', member).execute()
    expect(await worked()).toEqual([expect.objectContaining({ worked: 1 })])
    expect((await post(member, use('Buy pills'))).body.state).toBe('waiting')
    expect(await worked()).toHaveLength(1)
    await send('PATCH', `/api/admin/comments/${unconfirmed.id}`, ids.moderator, {
      action: 'remove',
      removedReason: 'Spam.',
    })
    expect(await worked()).toEqual([])
  })

  it('results from an edit that adds a link, and from a copy of somebody else’s text', async () => {
    const member = await testSite.addUser(`plain${++textCount}`)
    for (const content of ['One more.', 'Two more.']) {
      const { body } = await post(member, { content })
      await send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve' })
    }
    const { body } = await post(member, { content: 'Nothing special here.' })
    expect(body.state).toBe('shown')
    const path = `/api/comments/${body.id}`
    const edited = await send('PATCH', path, member, { content: 'Go to http://pills.example.org now' })
    expect(edited.body.state).toBe('waiting')
    await post(ids.reader, { content: 'This text goes around the site.' })
    expect((await post(member, { content: 'This text goes around, the site!' })).body.state).toBe('waiting')
  })

  it('results from an unlinked web address that a member without trust posts', async () => {
    const member = await testSite.addUser(`hider${++textCount}`)
    for (const content of [`Before ${++textCount}.`, `Before ${++textCount}.`]) {
      const { body } = await post(member, { content })
      await send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve' })
    }
    const stateOf = async (content: string) =>
      (await post(member, { content }, (await testSite.addPrompt()).id)).body.state
    for (const content of [
      'Run `curl https://a.pills.example`.',
      '```\nhttps://b.pills.example\n```',
      'https://bank.example@c.pills.example',
      'See www.d.pills.example',
      'ｈｔｔｐｓ：／／e.pills.example',
      'https:\u200d//f.pills.example',
    ])
      expect([content, await stateOf(content)]).toEqual([content, 'waiting'])
    expect(await stateOf('Version 1.2 of main.py: and/or fine.')).toBe('shown')
  })

  it('can’t be approved if it was edited after the moderator read it', async () => {
    const { body } = await post(await testSite.addUser(`swapper${++textCount}`), { content: 'An innocent remark.' })
    const approve = (json: object) =>
      send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve', ...json })
    advanceClock(1000)
    await testSite.request(`/api/comments/${body.id}`, {
      method: 'PATCH',
      as: await authorIdOf(body.id),
      json: { content: 'Buy at https://pills.example.org now' },
    })
    expect((await approve({})).status).toBe(409)
    expect((await approve({ editedAt: body.createdAt })).status).toBe(409)
    expect(await readContents()).toEqual([])
    const { editedAt } = (await list(ids.moderator)).items[0]
    expect((await approve({ editedAt })).body).toMatchObject({ state: 'shown', editedAt })
  })

  it('results from adding a model’s name to an account’s first comment; an address is refused as a name', async () => {
    const member = await testSite.addUser(`plain${++textCount}`)
    const { body } = await post(member, { content: 'It did what I need.' })
    const path = `/api/comments/${body.id}`
    const use = (model: string) => ({ usage: { outcome: 'worked', model } })
    await send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve' })
    expect((await send('PATCH', path, member, { content: 'It did what I need.' })).body.state).toBe('shown')
    for (const model of ['www.pills.example', 'https://pills.example', 'pills.example/buy'])
      expect((await send('PATCH', path, member, use(model))).body.fields).toHaveProperty(['usage.model'])
    expect((await send('PATCH', path, member, use('gpt-4.1 buy pills'))).body.state).toBe('waiting')
    expect((await list()).usage.models).toEqual([])
  })
})

describe('the replies to a comment', () => {
  it('are limited in number; deleted ones and other members’ waiting ones don’t count', async () => {
    const { body } = await post(ids.reader, { content: 'A question for all.' })
    const reply = (as: string) => post(as, { content: `Reply ${++textCount}.`, parentId: body.id })
    const { body: deleted } = await reply(ids.other)
    await send('DELETE', `/api/comments/${deleted.id}`, ids.other)
    await reply(await testSite.addUser('unseen'))
    expect((await reply(ids.author)).status).toBe(201)
    // Copies the replies until there is room for only one more shown reply.
    const repeat = (state: string, count: number) =>
      sql`
        insert into comments (id, thread_id, parent_id, user_id, content, fingerprint, state, created_at, shown_at, deleted_at)
        select gen_random_uuid(), thread_id, parent_id, user_id, content, fingerprint, state, created_at, shown_at, deleted_at
        from comments, generate_series(1, ${count}::integer)
        where parent_id = ${body.id} and state = ${state}`.execute(testSite.db)
    const { repliesMax } = commentLimits
    for (const state of ['deleted', 'waiting']) await repeat(state, repliesMax)
    await repeat('shown', repliesMax - 2)
    expect((await reply(ids.author)).status).toBe(201)
    expect((await reply(ids.author)).status).toBe(409)
  })
})

describe('reports of use', () => {
  const usage = (outcome: string, model: string, version?: number) => ({ outcome, model, ...(version && { version }) })
  const readSummary = async () => (await list()).usage

  it('are counted by family: each person’s newest, but none by the subject’s author or banned users', async () => {
    const report = (as: string, outcome: string, model: string) =>
      post(as, { content: `It ${outcome} (${++textCount}).`, usage: usage(outcome, model) })
    await report(ids.reader, 'failed', 'Claude')
    await report(ids.reader, 'worked', 'claude-sonnet-4-5')
    await report(ids.other, 'partly', 'Claude Opus')
    await report(ids.other, 'worked', 'Mistral Large')
    const own = await report(ids.author, 'worked', 'Claude')
    expect(own.body).toMatchObject({ byAuthor: true, usage: { outcome: 'worked', model: 'Claude', version: 1 } })
    const models = [
      { model: 'Claude', worked: 1, partly: 1, failed: 0 },
      { model: 'Mistral Large', worked: 1, partly: 0, failed: 0 },
    ]
    expect(await readSummary()).toEqual({ since: 1, models, earlier: 0 })
    await sql`update users set banned = true where id = ${ids.other}`.execute(testSite.db)
    expect((await readSummary()).models).toEqual([{ model: 'Claude', worked: 1, partly: 0, failed: 0 }])
    await sql`update users set banned = false where id = ${ids.other}`.execute(testSite.db)
  })

  it('count for the current text, even after the title is edited, but not after the text is edited', async () => {
    const { body } = await post(ids.reader, { content: 'It worked at first.', usage: usage('worked', 'GPT-5') })
    await send('PATCH', `/api/prompts/${promptId}`, ids.author, { title: 'Another title for it' })
    expect(await readSummary()).toMatchObject({ since: 1, models: [{ model: 'OpenAI', worked: 1 }], earlier: 0 })
    await send('PATCH', `/api/prompts/${promptId}`, ids.author, { content: 'Another text for {{reader}}.' })
    expect(await readSummary()).toEqual({ since: 3, models: [], earlier: 1 })
    const late = await post(ids.other, { content: 'Still fine.', usage: usage('worked', 'GPT-5', 2) })
    expect(late.body.usage.version).toBe(2)
    expect((await readSummary()).earlier).toBe(2)
    await send('PATCH', `/api/prompts/${promptId}`, ids.author, { title: 'A third title for it' })
    for (const [outcome, version] of [
      ['failed', 3],
      ['worked', 4],
    ] as const)
      await post(ids.reader, { content: `Once more, ${outcome}.`, usage: usage(outcome, 'GPT-5', version) })
    expect(await readSummary()).toEqual({
      since: 3,
      models: [{ model: 'OpenAI', worked: 1, partly: 0, failed: 0 }],
      earlier: 2,
    })
    await send('DELETE', `/api/comments/${body.id}`, ids.reader)
    expect((await readSummary()).earlier).toBe(1)
  })

  it('are refused in replies, with an unknown version, and on a tool if they name a version', async () => {
    const { body } = await post(ids.reader, { content: 'To get a reply.' })
    const worked = usage('worked', 'Claude')
    expect((await post(ids.other, { content: 'Yes.', parentId: body.id, usage: worked })).status).toBe(400)
    expect((await post(ids.other, { content: 'Yes!', usage: { ...worked, version: 7 } })).status).toBe(400)
    const { id } = await testSite.addTool()
    const onTool = (json: object) => send('POST', `/api/tools/${id}/comments`, ids.other, json)
    expect((await onTool({ content: 'Fine tool', usage: { ...worked, version: 1 } })).status).toBe(400)
    expect((await onTool({ content: 'Fine tool', usage: worked })).body.usage.version).toBeNull()
  })
})

describe('closed comments', () => {
  const close = (as: string, closed: boolean) => send('PATCH', `/api/prompts/${promptId}/comments`, as, { closed })

  it('accept no new comment; the author may open them again, unless a moderator closed them', async () => {
    await post(ids.reader, { content: 'Before.' })
    expect((await close(ids.reader, true)).status).toBe(403)
    expect((await close(ids.author, true)).body).toEqual({ closed: true })
    expect((await post(ids.reader, { content: 'After.' })).status).toBe(409)
    expect(await list(ids.author)).toMatchObject({ closed: true, mayClose: true, total: 1 })
    await close(ids.author, false)
    expect((await post(ids.reader, { content: 'Open again.' })).status).toBe(201)
    await close(ids.moderator, true)
    expect((await close(ids.author, false)).status).toBe(403)
  })

  it('on a moderator’s own prompt count as closed by its author, who may open them even after losing the role', async () => {
    const own = await testSite.addUser(`closer${++textCount}`, 'moderator')
    const { id } = await testSite.addPrompt({ userId: own })
    const change = (closed: boolean) => send('PATCH', `/api/prompts/${id}/comments`, own, { closed })
    await change(true)
    await testSite.db.updateTable('users').set({ role: 'user' }).where('id', '=', own).execute()
    expect((await change(false)).body).toEqual({ closed: false })
  })
})

describe('while an author’s work is being taken down', () => {
  it('none of their comments is shown or counted, even before it is removed', async () => {
    await post(ids.reader, { content: 'It worked here.', usage: { outcome: 'worked', model: 'Claude' } })
    await testSite.db.insertInto('takedowns').values({ userId: ids.reader, askedBy: ids.moderator }).execute()
    const page = await list()
    await testSite.db.deleteFrom('takedowns').execute()
    expect(page).toMatchObject({ items: [], total: 0, usage: { models: [] } })
    expect((await list()).total).toBe(1)
  })
})

describe('a reported comment', () => {
  const report = (as: string, commentId: string) => send('POST', '/api/reports', as, { commentId, reason: 'abuse' })

  it('can be removed and restored in the queue of reports, and its reports dismissed', async () => {
    const { body } = await post(ids.reader, { content: 'You are a fool.' })
    expect((await report(ids.reader, body.id)).status).toBe(403)
    expect((await report(ids.other, body.id)).body).toMatchObject({
      promptId: null,
      comparisonId: null,
      commentId: body.id,
      state: 'open',
    })
    await report(ids.other, body.id)
    const { items } = (await send('GET', '/api/admin/reports', ids.moderator)).body
    expect(items).toMatchObject([{ prompt: null, comment: { content: 'You are a fool.' }, reportCount: 1 }])
    const decide = (action: string) => send('POST', `/api/admin/reports/${items[0].id}`, ids.moderator, { action })
    expect((await decide('remove')).body).toMatchObject({ state: 'removed', comment: { state: 'removed' } })
    expect(await readContents()).toEqual([])
    expect((await report(ids.author, body.id)).status).toBe(404)
    await decide('reopen')
    expect(await readContents()).toEqual(['You are a fool.'])
    await decide('dismiss')
    expect((await report(ids.other, body.id)).body.state).toBe('decided')
  })

  it('by an author without trust is hidden by three older accounts’ reports until the reports are dismissed', async () => {
    const member = await testSite.addUser(`reported${++textCount}`)
    const { body } = await post(member, { content: `A doubtful remark ${textCount}.` })
    await send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve' })
    await report(ids.reader, body.id)
    await report(ids.other, body.id)
    for (const name of ['new-a', 'new-b', 'new-c'])
      await report(await addMemberSince(now, `${name}${textCount}`), body.id)
    expect(await readContents()).toHaveLength(1)
    await report(ids.author, body.id)
    expect(await readContents()).toEqual([])
    advanceClock(1000)
    await send('PATCH', `/api/comments/${body.id}`, member, { content: 'Something else.' })
    const { items } = (await send('GET', '/api/admin/reports', ids.moderator)).body
    const dismiss = (json: object) =>
      send('POST', `/api/admin/reports/${items[0].id}`, ids.moderator, { action: 'dismiss', ...json })
    expect((await dismiss({})).status).toBe(409)
    expect(await readContents()).toEqual([])
    expect((await dismiss({ editedAt: items[0].comment.editedAt })).status).toBe(200)
    expect(await readContents()).toHaveLength(1)
  })

  it('that a moderator approved after three reports isn’t hidden by further reports until it is edited', async () => {
    const reporters = await Promise.all([1, 2, 3].map(() => addOldMember(`reporter${++textCount}`)))
    const { body } = await post(ids.newcomer, { content: `A doubtful remark ${textCount}.` })
    const approve = () =>
      send('PATCH', `/api/admin/comments/${body.id}`, ids.moderator, { action: 'approve', editedAt: null })
    await approve()
    for (const as of reporters) await report(as, body.id)
    expect(await readContents()).toEqual([])
    await approve()
    await report(await addOldMember(`fourth${textCount}`), body.id)
    expect(await readContents()).toHaveLength(1)
    const { items } = (await send('GET', '/api/admin/reports', ids.moderator)).body
    const { id } = items.find((item: { comment: Comment | null }) => item.comment?.id === body.id)
    const dismissed = await send('POST', `/api/admin/reports/${id}`, ids.moderator, { action: 'dismiss' })
    expect(dismissed.status).toBe(200)
    const reportThreeTimes = async () => {
      for (const name of ['one', 'two', 'three']) await report(await addOldMember(`${name}${++textCount}`), body.id)
    }
    await reportThreeTimes()
    expect(await readContents()).toHaveLength(1)
    advanceClock(1000)
    await sql`update comments set edited_at = ${now} where id = ${body.id}`.execute(testSite.db)
    await reportThreeTimes()
    expect(await readContents()).toEqual([])
  })
})

describe('an account', () => {
  it('that is deleted leaves comments by deleted-user, or placeholders; its reports of use no longer count', async () => {
    for (const prompts of ['keep', 'delete'] as const) {
      const leavingMember = await addTrustedMember(`leaving-${prompts}`)
      const usage = { outcome: 'worked', model: 'Claude' }
      const { body } = await post(leavingMember, { content: `Left behind: ${prompts}.`, usage })
      await post(leavingMember, { content: `Nobody replied: ${prompts}.` })
      await post(ids.other, { content: `What do you mean by ${prompts}?`, parentId: body.id })
      expect(JSON.stringify((await send('GET', '/api/user/export', leavingMember)).body.comments)).toContain(
        'Left behind',
      )
      await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, leavingMember, { prompts }))
      const page = await list()
      expect(page.usage.models).toEqual([])
      const remaining = page.items.filter(({ content }: Comment) => content.includes(prompts))
      if (prompts === 'keep') expect(remaining).toMatchObject([{ user: { username: 'deleted-user' } }, {}])
      else expect(page.items[0]).toMatchObject({ id: body.id, state: 'deleted', content: '', user: null })
    }
  })

  it('that is deleted without its prompts leaves its shown replies to its own comment that isn’t shown', async () => {
    const leavingMember = await addTrustedMember('leaving-own-reply')
    const { body } = await post(leavingMember, { content: 'A comment that I regret.' })
    const reply = (await post(leavingMember, { content: 'My reply stays.', parentId: body.id })).body
    await send('DELETE', `/api/comments/${body.id}`, leavingMember)
    await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, leavingMember, { prompts: 'keep' }))
    const rows = await testSite.db.selectFrom('comments').select(['id', 'state', 'content', 'fingerprint']).execute()
    expect(rows.filter(({ id }) => [body.id, reply.id].includes(id))).toEqual(
      expect.arrayContaining([
        { id: body.id, state: 'deleted', content: '', fingerprint: Buffer.alloc(0) },
        { id: reply.id, state: 'shown', content: 'My reply stays.', fingerprint: fingerprintOf('My reply stays.') },
      ]),
    )
  })

  it.each(['delete', 'keep'] as const)(
    'that is deleted leaves no placeholder for what only it replied to (%s)',
    async (prompts) => {
      const leavingMember = await addTrustedMember(`leaving-alone-${prompts}`)
      const { body } = await post(leavingMember, { content: `A thread that I ${prompts}.` })
      const reply = (await post(leavingMember, { content: `And its reply, ${prompts}.`, parentId: body.id })).body
      if (prompts === 'keep')
        await sql`update comments set state = 'waiting' where id in (${body.id}, ${reply.id})`.execute(testSite.db)
      await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, leavingMember, { prompts }))
      const rows = await testSite.db
        .selectFrom('comments')
        .select('id')
        .where('id', 'in', [body.id, reply.id])
        .execute()
      expect(rows).toEqual([])
    },
  )

  it('that is banned and taken down has only removed comments', async () => {
    const admin = await testSite.addUser('root', 'admin')
    const spammer = await addTrustedMember('spammer')
    await post(spammer, { content: 'Buy it here.' })
    // `undo` also removes what the banned account wrote.
    await send('PATCH', `/api/admin/users/${spammer}`, admin, { banned: true, undo: true })
    await testSite.runJobs()
    expect(await readContents()).toEqual([])
    const states = await testSite.db.selectFrom('comments').select('state').where('userId', '=', spammer).execute()
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['removed']))
  })
})
