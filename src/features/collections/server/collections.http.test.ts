// This file is longer than other files, because all its tests share one test site, in which members look at each
// other’s collections.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { collectionLimits, collectionRateLimit } from '../rules.ts'

let testSite: TestSite
let owner: string
let otherMember: string
let moderator: string

/** Adds a member whose account is old enough to have listed collections. */
async function addEstablishedMember(name: string) {
  const id = await testSite.addUser(name)
  await testSite.db
    .updateTable('users')
    .set({ createdAt: new Date('2026-01-01') })
    .where('id', '=', id)
    .execute()
  return id
}

beforeAll(async () => {
  testSite = await createTestSite()
  owner = await addEstablishedMember('owner')
  otherMember = await testSite.addUser('other')
  moderator = await testSite.addUser('mo', 'moderator')
})
afterAll(() => testSite.close())

const send = (method: string, path: string, as: string | undefined, json?: object) =>
  testSite.request(`/api/collections${path}`, { method, as, json })
const read = async (id: string, as?: string) => (await testSite.request(`/api/collections/${id}`, { as })).body
const statusOf = async (id: string, as?: string) => (await testSite.request(`/api/collections/${id}`, { as })).status

async function addCollection(fields: object = {}, as = owner) {
  const { body, status } = await send('POST', '', as, { title: 'Cold emails', visibility: 'public', ...fields })
  expect(status).toBe(201)
  return body as { id: string; slug: string }
}

const addItem = async (collectionId: string, kind: string, id: string, note = '', as = owner) =>
  (await send('POST', `/${collectionId}/items`, as, { kind, id, note })).body as { id: string }

/** Adds a collection (public by default) with this many prompts. Returns the collection with the ids of its items. */
async function addCollectionWithPrompts(count: number, fields: object = {}) {
  const collection = await addCollection(fields)
  const items: string[] = []
  for (const promptId of await testSite.addPrompts(count))
    items.push((await addItem(collection.id, 'prompt', promptId)).id)
  return { ...collection, items }
}

const orderOf = async (id: string): Promise<string[]> =>
  (await read(id, owner)).items.map((item: { id: string }) => item.id)
const listIds = async (): Promise<string[]> =>
  (await testSite.request('/api/collections?limit=100')).body.items.map((item: { id: string }) => item.id)
const findIds = async (q: string): Promise<string[]> =>
  (await testSite.request(`/api/search?q=${q}`)).body.collections.map((item: { id: string }) => item.id)

describe('a collection', () => {
  it('contains prompts and tools with notes; adding a prompt again changes nothing', async () => {
    const { id, slug } = await addCollection({ description: 'For sales.' })
    const [prompt, tool] = [await testSite.addPrompt({ title: 'Write to a stranger' }), await testSite.addTool()]
    await addItem(id, 'prompt', prompt.slug, 'Start here.')
    await addItem(id, 'tool', tool.id)
    await addItem(id, 'prompt', prompt.id, 'Another note.')
    const body = await read(slug)
    expect(body).toMatchObject({ title: 'Cold emails', description: 'For sales.', isOwner: false, forkOf: null })
    expect(body.items).toMatchObject([
      { kind: 'prompt', note: 'Start here.', target: { id: prompt.id, title: 'Write to a stranger' } },
      { kind: 'tool', note: '', target: { id: tool.id, title: tool.name, user: null } },
    ])
  })

  it('has a slug made from its title, and former slugs still lead to it', async () => {
    const { id, slug } = await addCollection({ title: 'First name' })
    const { body } = await send('PATCH', `/${slug}`, owner, { title: 'Second name' })
    expect(body.slug).toBe(slug.replace('first', 'second'))
    expect((await read(slug)).id).toBe(id)
    expect(await statusOf('second-name')).toBe(404)
  })

  it.each([
    ['a short title', { title: 'ab' }],
    ['a long title', { title: 'a'.repeat(101) }],
    ['a title with an invisible character', { title: '\u202ehidden' }],
    ['a long description', { title: 'A title', description: 'a'.repeat(10_000) }],
    ['an unknown visibility', { title: 'A title', visibility: 'secret' }],
    ['no title', {}],
  ])('is refused with %s', async (_, json) => {
    expect(await send('POST', '', owner, json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('has a note of at most 500 characters on each item', async () => {
    const { id, items } = await addCollectionWithPrompts(1)
    const change = (note: string) => send('PATCH', `/${id}/items/${items[0]}`, owner, { note })
    expect((await change('b'.repeat(501))).status).toBe(400)
    expect(await change('b'.repeat(500))).toMatchObject({ status: 200, body: { note: 'b'.repeat(500) } })
    expect(await change('')).toMatchObject({ status: 200, body: { note: '' } })
  })

  it('is private by default', async () => {
    const { id } = (await send('POST', '', owner, { title: 'For me alone' })).body
    expect((await read(id, owner)).visibility).toBe('private')
    expect(await statusOf(id)).toBe(404)
  })
})

describe('access to collections', () => {
  it.each([
    ['public', [200, 200, 200, 200], true],
    ['unlisted', [200, 200, 200, 200], false],
    ['private', [404, 404, 404, 200], false],
  ])('a %s collection is visible, listed and found as its visibility says', async (visibility, statuses, listed) => {
    // The prefix “Zq” makes a word unique, so that a search for it finds nothing else.
    const title = `Zq${visibility} things`
    const { id, slug } = await addCollectionWithPrompts(1, { title, visibility })
    for (const address of [id, slug])
      expect(await Promise.all([undefined, otherMember, moderator, owner].map((as) => statusOf(address, as)))).toEqual(
        statuses,
      )
    expect((await listIds()).includes(id)).toBe(listed)
    expect(await findIds(title)).toEqual(listed ? [id] : [])
    const suggestions = await testSite.request(`/api/search/suggestions?q=Zq${visibility}`)
    expect(suggestions.body).toEqual(listed ? [{ kind: 'collection', text: title, path: `/collection/${slug}` }] : [])
  })

  it('a collection of a new account is visible by its URL, and listed once the account is established or a moderator features it', async () => {
    const newcomer = await testSite.addUser('newcomer')
    const { id } = await addCollection({ title: 'Zqfresh things' }, newcomer)
    await addItem(id, 'prompt', (await testSite.addPrompt()).id, '', newcomer)
    const readListed = async () => {
      expect(await statusOf(id)).toBe(200)
      const { listed } = await read(id)
      expect((await testSite.request('/api/user/collections', { as: newcomer })).body).toMatchObject([{ id, listed }])
      expect(await findIds('Zqfresh')).toEqual(listed ? [id] : [])
      expect((await listIds()).includes(id)).toBe(listed)
      return listed
    }
    const changeAccount = async (fields: { createdAt?: Date; role?: 'user' | 'moderator' }) => {
      await testSite.db.updateTable('users').set(fields).where('id', '=', newcomer).execute()
      return readListed()
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    expect(await readListed()).toBe(false)
    expect(await changeAccount({ createdAt: daysAgo(6.9) })).toBe(false)
    expect(await changeAccount({ createdAt: daysAgo(7.1) })).toBe(true)
    expect(await changeAccount({ createdAt: new Date() })).toBe(false)
    expect(await changeAccount({ role: 'moderator' })).toBe(true)
    expect(await changeAccount({ role: 'user' })).toBe(false)
    const json = { featured: true }
    await testSite.request(`/api/admin/collections/${id}`, { method: 'PATCH', as: moderator, json })
    expect(await readListed()).toBe(true)
  })

  it('requests for a private collection get the same responses as requests for a missing one', async () => {
    const hidden = await addCollectionWithPrompts(1, { visibility: 'private' })
    const missing = { id: newId(), slug: 'things-0123456789', items: [newId()] }
    const sendAll = async ({ id, slug, items }: typeof hidden) =>
      Promise.all(
        [
          send('GET', `/${id}`, otherMember),
          send('GET', `/${slug}`, undefined),
          send('PATCH', `/${id}`, otherMember, { title: 'Mine now' }),
          send('DELETE', `/${id}`, otherMember),
          send('POST', `/${id}/fork`, otherMember),
          send('POST', `/${id}/items`, otherMember, { kind: 'prompt', id: newId() }),
          send('PATCH', `/${id}/items/${items[0]}`, otherMember, { note: 'Hello' }),
          send('POST', `/${id}/items/${items[0]}/move`, otherMember, { before: null }),
          send('DELETE', `/${id}/items/${items[0]}`, otherMember),
          testSite.request('/api/reports', {
            method: 'POST',
            as: otherMember,
            json: { collectionId: id, reason: 'spam' },
          }),
          testSite.request(`/api/admin/collections/${id}`, {
            method: 'PATCH',
            as: moderator,
            json: { featured: true },
          }),
        ].map(async (sent) => {
          const { status, body } = await sent
          return [status, body.code, body.error]
        }),
      )
    const responses = await sendAll(hidden)
    expect(responses).toEqual(await sendAll(missing))
    expect(new Set(responses.map(([status]) => status))).toEqual(new Set([404]))
  })

  it.each(['public', 'unlisted'])(
    'a removed %s collection is missing for everybody except its owner and moderators',
    async (visibility) => {
      const { id, slug } = await addCollectionWithPrompts(1, { visibility, title: `Zqremoved ${visibility}` })
      const readAccess = async () => [
        await statusOf(id),
        await statusOf(slug, otherMember),
        await statusOf(id, moderator),
        await statusOf(id, owner),
        (await send('POST', `/${id}/fork`, otherMember)).status,
        (await listIds()).includes(id),
        (await findIds('Zqremoved')).includes(id),
      ]
      const moderate = (fields: object) =>
        testSite.request(`/api/admin/collections/${id}`, { method: 'PATCH', as: moderator, json: fields })
      await moderate({ removedReason: 'It is spam.' })
      expect(await readAccess()).toEqual([404, 404, 200, 200, 404, false, false])
      await moderate({ removedReason: null })
      await testSite.db.insertInto('takedowns').values({ userId: owner, askedBy: moderator }).execute()
      expect(await readAccess()).toEqual([404, 404, 200, 200, 404, false, false])
      await testSite.db.deleteFrom('takedowns').where('userId', '=', owner).execute()
      expect((await readAccess()).slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    },
  )

  it('a collection is no longer featured when its owner changes its title or description', async () => {
    const { id } = await addCollectionWithPrompts(1)
    const feature = () =>
      testSite.request(`/api/admin/collections/${id}`, { method: 'PATCH', as: moderator, json: { featured: true } })
    for (const [edit, featured] of [
      [{ title: 'Another title' }, false],
      [{ description: 'Another description' }, false],
      [{ title: 'Another title', visibility: 'public' }, true],
    ] as const) {
      await feature()
      expect((await send('PATCH', `/${id}`, owner, edit)).body.featured).toBe(featured)
    }
  })

  it('only the owner can change a collection', async () => {
    const { id, items } = await addCollectionWithPrompts(2)
    const before = await read(id)
    for (const as of [otherMember, moderator]) {
      const statuses = [
        await send('PATCH', `/${id}`, as, { title: 'Mine now' }),
        await send('DELETE', `/${id}`, as),
        await send('POST', `/${id}/items`, as, { kind: 'prompt', id: (await testSite.addPrompt()).id }),
        await send('PATCH', `/${id}/items/${items[0]}`, as, { note: 'Hello' }),
        await send('POST', `/${id}/items/${items[1]}/move`, as, { before: items[0] }),
        await send('DELETE', `/${id}/items/${items[0]}`, as),
      ].map(({ status }) => status)
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
    }
    expect(await read(id)).toEqual(before)
  })

  it('an item of one collection can’t be changed through another', async () => {
    const [one, other] = [await addCollectionWithPrompts(1), await addCollectionWithPrompts(1)]
    const path = `/${one.id}/items/${other.items[0]}`
    expect((await send('PATCH', path, owner, { note: 'Hello' })).status).toBe(404)
    expect((await send('POST', `${path}/move`, owner, { before: null })).status).toBe(404)
    expect((await send('DELETE', path, owner)).status).toBe(204)
    expect(await orderOf(other.id)).toEqual(other.items)
  })

  it('an empty collection isn’t listed', async () => {
    expect(await listIds()).not.toContain((await addCollection()).id)
  })
})

describe('an item that is hidden', () => {
  it('is missing for others and a placeholder for the owner, until it is visible again', async () => {
    const { id, items } = await addCollectionWithPrompts(0, { title: 'Zqtrace of things' })
    const [visiblePrompt, removed] = [
      await testSite.addPrompt({ title: 'Stays' }),
      await testSite.addPrompt({ title: 'Goes away' }),
    ]
    for (const prompt of [removed, visiblePrompt]) items.push((await addItem(id, 'prompt', prompt.id, 'A note.')).id)
    const setStatus = (status: 'removed' | 'published') =>
      testSite.db.updateTable('prompts').set({ status }).where('id', '=', removed.id).execute()
    await setStatus('removed')
    expect((await read(id)).items).toMatchObject([{ id: items[1] }])
    expect((await read(id, owner)).items).toMatchObject([{ id: items[0], target: null }, { id: items[1] }])
    const card = (await testSite.request('/api/search?q=Zqtrace')).body.collections[0]
    expect(card).toMatchObject({ items: 1, sheet: [{ title: 'Stays' }] })
    const exported = (await testSite.request('/api/user/export', { as: owner })).body.collections
    expect(JSON.stringify(exported)).not.toContain('Goes away')
    const { body: fork } = await send('POST', `/${id}/fork`, otherMember)
    expect(fork.items).toMatchObject([{ target: { title: 'Stays' } }])
    await setStatus('published')
    expect((await read(id)).items.map((item: { id: string }) => item.id)).toEqual(items)
    await setStatus('removed')
    expect((await send('POST', `/${id}/items`, owner, { kind: 'prompt', id: removed.id })).status).toBe(404)
    await testSite.db
      .deleteFrom('collectionItems')
      .where('id', '=', items[1] ?? '')
      .execute()
    expect(await listIds()).not.toContain(id)
  })

  it('can’t be added if it is a draft, a private comparison, or a comparison that another member shared by link', async () => {
    const { id } = await addCollection()
    const draft = await testSite.addPrompt({ status: 'draft', userId: owner })
    const comparison = { content: 'Say {{what}}.', variables: {}, blind: false, createdAt: testSite.now() }
    const add = async (userId: string, fields: object) => {
      const row = { userId, id: newId(), ...comparison, ...fields }
      await testSite.db
        .insertInto('comparisons')
        .values(row as never)
        .execute()
      return row.id
    }
    const [own, ownShared, othersShared] = [
      await add(owner, {}),
      await add(owner, { sharedAt: testSite.now() }),
      await add(otherMember, { sharedAt: testSite.now() }),
    ]
    const statusFor = async (kind: string, targetId: string) =>
      (await send('POST', `/${id}/items`, owner, { kind, id: targetId })).status
    expect(await statusFor('prompt', draft.id)).toBe(404)
    expect(await statusFor('prompt', newId())).toBe(404)
    expect(await statusFor('tool', 'no-such-tool')).toBe(404)
    expect(await statusFor('comparison', 'nonsense')).toBe(404)
    expect(await statusFor('comparison', own)).toBe(404)
    expect(await statusFor('comparison', othersShared)).toBe(404)
    expect(await statusFor('comparison', ownShared)).toBe(200)
    expect((await read(id)).items).toMatchObject([{ kind: 'comparison', target: { title: 'Comparison', user: null } }])
    // Somebody else’s fork doesn’t reveal the link of a shared comparison.
    expect((await send('POST', `/${id}/fork`, otherMember)).body.items).toMatchObject([{ target: null }])
    // A comparison of a prompt's text is public only if that text is.
    const ofUnknownText = await add(owner, {
      publishedAt: testSite.now(),
      fromPrompt: true,
      content: 'No prompt says this.',
    })
    expect(await statusFor('comparison', ofUnknownText)).toBe(404)
    const hiddenItem = {
      collectionId: id,
      comparisonOwner: owner,
      comparisonId: ofUnknownText,
      promptId: null,
      toolId: null,
    }
    await testSite.db
      .insertInto('collectionItems')
      .values({ id: newId(), ...hiddenItem, note: '', position: 99, addedAt: testSite.now() })
      .execute()
    expect((await read(id)).items).toHaveLength(1)
    await testSite.db.updateTable('comparisons').set({ sharedAt: null }).where('id', '=', ownShared).execute()
    expect((await read(id)).items).toEqual([])
  })
})

describe('the order', () => {
  it('changes by moving an item before another one; repeating the move changes nothing', async () => {
    const { id, items } = await addCollectionWithPrompts(4)
    const [a, b, c, d] = items as [string, string, string, string]
    const move = (item: string, before: string | null) => send('POST', `/${id}/items/${item}/move`, owner, { before })
    for (const _ of ['once', 'and again'])
      expect(await move(d, b)).toMatchObject({ status: 200, body: { order: [a, d, b, c] } })
    for (const _ of ['once', 'and again'])
      expect(await move(a, null)).toMatchObject({ status: 200, body: { order: [d, b, c, a] } })
    expect((await move(b, b)).body.order).toEqual([d, b, c, a])
    expect(await orderOf(id)).toEqual([d, b, c, a])
    expect((await move(newId(), a)).status).toBe(404)
    expect((await move(a, newId())).body.code).toBe('conflict')
    await send('DELETE', `/${id}/items/${b}`, owner)
    expect((await move(a, b)).body.code).toBe('conflict')
    expect(await orderOf(id)).toEqual([d, c, a])
  })

  it('is one of the two possible orders after concurrent moves in two tabs, without lost or duplicate items', async () => {
    const { id, items } = await addCollectionWithPrompts(6)
    const move = (item: string, before: string | null) => send('POST', `/${id}/items/${item}/move`, owner, { before })
    let order = items
    for (let round = 0; round < 5; round++) {
      const [a, b, c, d, e, f] = order as [string, string, string, string, string, string]
      const [one, other] = await Promise.all([move(f, a), move(e, a)])
      const possible = [
        [e, f, a, b, c, d],
        [f, e, a, b, c, d],
      ]
      order = await orderOf(id)
      expect(possible).toContainEqual(order)
      expect([one.body.order, other.body.order]).toContainEqual(order)
    }
    await Promise.all(Array.from({ length: 12 }, (_, n) => move(items[n % 6] ?? '', items[(n * 5 + 2) % 6] ?? null)))
    expect((await orderOf(id)).toSorted()).toEqual(items.toSorted())
  })

  it('stays consistent if items are deleted and added during a move', async () => {
    const { id, items } = await addCollectionWithPrompts(5)
    const [prompt] = await testSite.addPrompts(1)
    await Promise.all([
      send('POST', `/${id}/items/${items[4]}/move`, owner, { before: items[0] }),
      send('DELETE', `/${id}/items/${items[2]}`, owner),
      send('POST', `/${id}/items`, owner, { kind: 'prompt', id: prompt }),
    ])
    const order = await orderOf(id)
    expect(order.filter((item) => items.includes(item))).toEqual([4, 0, 1, 3].map((at) => items[at]))
    expect(order).toHaveLength(5)
  })
})

describe('the limits', () => {
  it('allow at most 200 items, even if they are added concurrently; adding a prompt several times at once adds it once', async () => {
    const { id } = await addCollection()
    const prompts = await testSite.addPrompts(210)
    const add = (prompt: string | undefined) => send('POST', `/${id}/items`, owner, { kind: 'prompt', id: prompt })
    const row = { collectionId: id, toolId: null, comparisonOwner: null, comparisonId: null, addedAt: new Date() }
    const rows = prompts.slice(0, 195).map((promptId, position) => ({ ...row, id: newId(), promptId, position }))
    await testSite.db.insertInto('collectionItems').values(rows).execute()
    const same = await Promise.all(Array.from({ length: 5 }, () => add(prompts[195])))
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
    const responses = await Promise.all(prompts.slice(196).map(add))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(responses.find(({ status }) => status !== 200)?.body.code).toBe('conflict')
    expect(await orderOf(id)).toHaveLength(collectionLimits.items)
    expect((await add(prompts[0])).status).toBe(200)
  })

  it('allow at most 100 collections per member, even if many are created or forked concurrently', async () => {
    const eager = await testSite.addUser('eager')
    const { id } = await addCollectionWithPrompts(1)
    const collection = await addCollection({}, eager)
    const { rows } = await sql<object>`select * from collections where id = ${collection.id}`.execute(testSite.db)
    const more = Array.from({ length: 97 }, (_, n) => ({ ...rows[0], id: newId(), key: `more${n}`, slug: `more${n}` }))
    await testSite.db
      .insertInto('collections')
      .values(more as never)
      .execute()
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => send('POST', '', eager, { title: 'One more' })),
      send('POST', `/${id}/fork`, eager),
    ])
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(2)
    const { body } = await testSite.request('/api/user/collections', { as: eager })
    expect(body).toHaveLength(collectionLimits.perMember)
  })

  it('allow at most 120 changes per minute', async () => {
    const limited = await createTestSite({ limits: true })
    const member = await limited.addUser('hasty')
    const { body } = await limited.request('/api/collections', {
      method: 'POST',
      as: member,
      json: { title: 'Mine' },
    })
    await limited.limits.take(collectionRateLimit, member, 115)
    const edits = await Promise.all(
      Array.from({ length: 10 }, () =>
        limited.request(`/api/collections/${body.id}`, { method: 'PATCH', as: member, json: {} }),
      ),
    )
    expect(edits.filter(({ status }) => status === 429)).toHaveLength(5)
    await limited.close()
  })
})

describe('a fork', () => {
  it('is a private copy that includes the notes and names its origin; forking again returns the same copy', async () => {
    const { id, slug, items } = await addCollectionWithPrompts(2, { title: 'Original' })
    await send('PATCH', `/${id}/items/${items[1]}`, owner, { note: 'Second.' })
    const forks = await Promise.all(Array.from({ length: 4 }, () => send('POST', `/${slug}/fork`, otherMember)))
    expect(new Set(forks.map(({ body }) => body.id)).size).toBe(1)
    const fork = forks[0]?.body
    expect(fork).toMatchObject({ visibility: 'private', isOwner: true, title: 'Original', forkOf: { slug } })
    expect(fork.items).toMatchObject([{ note: '' }, { note: 'Second.' }])
    await send('PATCH', `/${fork.id}`, otherMember, { visibility: 'public' })
    await send('PATCH', `/${id}`, owner, { visibility: 'private' })
    expect((await read(fork.id)).forkOf).toBeNull()
    await send('DELETE', `/${id}`, owner)
    expect((await read(fork.id, otherMember)).items).toHaveLength(2)
  })
})

describe('a fork during a deletion', () => {
  it.each([
    ['the collection', (id: string) => send('DELETE', `/${id}`, owner)],
    [
      'its prompts',
      (_: string, prompts: string[]) =>
        inTransaction(testSite.db, (tx) => tx.deleteFrom('prompts').where('id', 'in', prompts).execute()),
    ],
  ] as const)('of %s either succeeds or gets 404', async (_, remove) => {
    for (let round = 0; round < 6; round++) {
      const member = await testSite.addUser(`forker${newId().slice(-12)}`)
      const { id } = await addCollection()
      const prompts = await testSite.addPrompts(3)
      for (const prompt of prompts) await addItem(id, 'prompt', prompt)
      const [fork] = await Promise.all([send('POST', `/${id}/fork`, member), remove(id, prompts)])
      expect([200, 404]).toContain(fork.status)
    }
  })

  it('waits for the deletion, then gets 404', async () => {
    const { id } = await addCollection()
    let fork: ReturnType<typeof send> | undefined
    await inTransaction(testSite.db, async (tx) => {
      await tx.deleteFrom('collections').where('id', '=', id).execute()
      fork = send('POST', `/${id}/fork`, otherMember)
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
    })
    expect((await fork)?.status).toBe(404)
  })
})

describe('a member’s own collections', () => {
  it('show whether they contain a given prompt', async () => {
    const member = await testSite.addUser('chooser')
    const [one, other] = [await addCollection({}, member), await addCollection({}, member)]
    const prompt = await testSite.addPrompt()
    const item = await addItem(one.id, 'prompt', prompt.id, '', member)
    const list = await testSite.request(`/api/user/collections?kind=prompt&target=${prompt.id}`, { as: member })
    expect(list.body).toMatchObject([
      { id: one.id, itemId: item.id, items: 1 },
      { id: other.id, itemId: null, items: 0 },
    ])
    expect((await testSite.request('/api/user/collections?kind=tool&target=x', { as: member })).status).toBe(200)
    expect((await testSite.request('/api/user/collections')).status).toBe(401)
  })

  it('are deleted with the account, but not other members’ forks of them', async () => {
    const leavingMember = await testSite.addUser('leaver')
    const { id } = await addCollection({}, leavingMember)
    await addItem(id, 'prompt', (await testSite.addPrompt()).id, '', leavingMember)
    const { body: fork } = await send('POST', `/${id}/fork`, otherMember)
    expect((await testSite.request('/api/user/export', { as: leavingMember })).body.collections).toMatchObject([{ id }])
    await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, leavingMember, { prompts: 'delete' }))
    expect(await statusOf(id)).toBe(404)
    expect((await read(fork.id, otherMember)).items).toHaveLength(1)
  })
})
