import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { followKinds, followsMax } from '../rules.ts'
import { deleteOrphanedFollows } from './change-follow.ts'
import { followTargets } from './follow-targets.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const changeFollow = (as: string | undefined, method: string, kind: string, name: string) =>
  testSite.request(`/api/user/follows/${kind}/${encodeURIComponent(name)}`, { as, method })
const listOf = async (as: string) => (await testSite.request('/api/user/follows', { as })).body
const statesOf = async (as: string, ...names: string[]) => {
  // The names are encoded twice: each as an item of a list, and the list as a parameter.
  const query = encodeURIComponent(names.map(encodeURIComponent).join(','))
  return (await testSite.request(`/api/user/follows/state?names=${query}`, { as })).body.follows
}

it('each kind has an entry in followTargets', () => expect(Object.keys(followTargets)).toEqual(followKinds))

it('a member can follow people, prompts, categories, tags and collections, each only once', async () => {
  const [ada, bob] = [await testSite.addUser('Ada'), await testSite.addUser('Bob')]
  const title = 'A prompt to follow'
  const { id, slug } = await testSite.addPrompt({ title })
  const json = { title: 'Followed', visibility: 'public' }
  const { body: collection } = await testSite.request('/api/collections', { as: bob, method: 'POST', json })
  const names = ['person:bob', `prompt:${id}`, 'category:research', 'tag:a,b', `collection:${collection.id}`]
  for (const name of names)
    for (const _ of ['once', 'again']) {
      const [kind = '', ...rest] = name.split(':')
      expect((await changeFollow(ada, 'PUT', kind, rest.join(':'))).status).toBe(204)
    }
  const newest = await testSite.addPrompt({ title: 'The newest one', userId: bob })
  await testSite.addPrompt({ title: 'Not public', userId: bob, status: 'draft' })
  const { items, total } = await listOf(ada)
  expect([items.map(({ path }: { path: string }) => path), total]).toEqual([
    [`/collection/${collection.slug}`, '/prompts?tag=a%2Cb', '/category/research', `/prompt/${slug}`, '/user/Bob'],
    5,
  ])
  expect(items[3].title).toBe(title)
  expect(items[4].newest).toMatchObject({ slug: newest.slug, title: 'The newest one' })
  expect(items[3].newest).toBe(null)
  expect(await statesOf(ada, ...names, 'tag:other')).toEqual(Object.fromEntries(names.map((name) => [name, true])))
  expect(await statesOf(bob, ...names)).toEqual({})
  for (const _ of ['once', 'again']) expect((await changeFollow(ada, 'DELETE', 'person', 'BOB')).status).toBe(204)
  expect(await statesOf(ada, 'person:bob')).toEqual({})
})

it('following is refused for missing, non-public and invalid targets, the caller’s own account, and visitors', async () => {
  const carl = await testSite.addUser('Carl')
  const draft = await testSite.addPrompt({ status: 'draft' })
  const statuses = []
  for (const [as, kind, name] of [
    [carl, 'person', 'nobody'],
    [carl, 'person', 'deleted-user'],
    [carl, 'prompt', draft.id],
    [carl, 'prompt', 'nonsense'],
    [carl, 'category', 'none'],
    [carl, 'tag', 'x'],
    [carl, 'tag', 'x'.repeat(90)],
    [carl, 'person', 'carl'],
    [carl, 'planet', 'mars'],
    [undefined, 'tag', 'seo'],
  ] as const)
    statuses.push((await changeFollow(as, 'PUT', kind, name)).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 403, 400, 401])
  for (const names of ['ada', 'planet:mars', '%25', `tag:${'x'.repeat(200)}`])
    expect((await testSite.request(`/api/user/follows/state?names=${names}`, { as: carl })).status).toBe(400)
})

it('the list leaves out a prompt while it isn’t public', async () => {
  const dora = await testSite.addUser('Dora')
  const { id } = await testSite.addPrompt()
  await changeFollow(dora, 'PUT', 'prompt', id)
  const setStatus = (status: 'removed' | 'published') =>
    testSite.db.updateTable('prompts').set({ status }).where('id', '=', id).execute()
  await setStatus('removed')
  expect(await listOf(dora)).toMatchObject({ items: [], total: 0 })
  await setStatus('published')
  expect((await listOf(dora)).items).toHaveLength(1)
})

it('the list is paged by cursor, most recently followed first', async () => {
  const paul = await testSite.addUser('Paul')
  const tags = Array.from({ length: 5 }, (_, index) => `page ${index}`)
  for (const tag of tags) await changeFollow(paul, 'PUT', 'tag', tag)
  const page = async (cursorPart: string) =>
    (await testSite.request(`/api/user/follows?limit=2${cursorPart}`, { as: paul })).body
  const names: string[] = []
  for (let cursorPart = ''; ; ) {
    const { items, nextCursor, total } = await page(cursorPart)
    expect(total).toBe(5)
    names.push(...items.map(({ name }: { name: string }) => name))
    if (nextCursor === null) break
    expect(items).toHaveLength(2)
    cursorPart = `&cursor=${nextCursor}`
  }
  expect(names).toEqual(tags.toReversed())
})

it('the limit on follows is enforced even if requests race', async () => {
  const eve = await testSite.addUser('Eve')
  await sql`
    insert into follows (user_id, id, kind, target, followed_at)
    select ${eve}, gen_random_uuid(), 'tag', 'tag ' || n, now() from generate_series(1, ${followsMax - 1}) n`.execute(
    testSite.db,
  )
  const responses = await Promise.all(['one', 'two', 'three'].map((tag) => changeFollow(eve, 'PUT', 'tag', tag)))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409])
})

it('deleting a person doesn’t wait for locks on 10,000 follows of them, which deleteOrphanedFollows deletes later', async () => {
  const fay = await testSite.addUser('Fay')
  await sql`
    insert into users (id, name, email, username, display_username)
    select gen_random_uuid(), n, n || '@many.test', 'many' || n, 'many' || n from generate_series(1, 10000) n`.execute(
    testSite.db,
  )
  await sql`
    insert into follows (user_id, id, kind, target, followed_at)
    select id, gen_random_uuid(), 'person', ${fay}, now() from users where email like '%@many.test'`.execute(
    testSite.db,
  )
  // The outer transaction locks all follows of Fay. If eraseAccount needed one of these locks, it would wait forever.
  await inTransaction(testSite.db, async (tx) => {
    await sql`select from follows where target = ${fay} for update`.execute(tx)
    await inTransaction(testSite.db, (other) => eraseAccount(other, hooks, fay, { prompts: 'delete' }))
  })
  await deleteOrphanedFollows(testSite.db)
  const { rows } = await sql`select from follows where target = ${fay}`.execute(testSite.db)
  expect(rows).toHaveLength(0)
})
