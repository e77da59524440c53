import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { tickingClock } from '#test/ticking-clock.ts'
import { exportFavorites, findFavoriteDrifts } from './favorite-queries.ts'
import { deleteFavoritesOf } from './unsave-prompt.ts'

let testSite: TestSite
const clock = tickingClock('2026-05-01T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({ now: clock.now })
})
afterAll(async () => {
  expect(await findFavoriteDrifts(testSite.db)).toEqual([])
  await testSite.close()
})

const save = (as: string | undefined, promptId: string) =>
  testSite.request('/api/favorites', { as, method: 'POST', json: { promptId } })
const unsave = (as: string | undefined, promptId: string) =>
  testSite.request(`/api/favorites/${promptId}`, { as, method: 'DELETE' })
const listOf = async (as: string, query = '') => (await testSite.request(`/api/favorites${query}`, { as })).body
const titlesOf = async (as: string, query = '') =>
  (await listOf(as, query)).items.map(({ title }: { title: string }) => title)

describe('saving a prompt', () => {
  it('can be repeated, like unsaving; the prompt shows how many members saved it', async () => {
    const [ada, bob] = [await testSite.addUser('ada'), await testSite.addUser('bob')]
    const { id, slug } = await testSite.addPrompt()
    const countSavers = async () => (await testSite.request(`/api/prompts/${slug}`)).body.favorites
    for (const _ of ['once', 'and again'])
      expect(await save(ada, id)).toMatchObject({ status: 200, body: { promptId: id, favorite: true } })
    await save(bob, slug)
    expect(await countSavers()).toBe(2)
    for (const _ of ['once', 'and again'])
      expect(await unsave(ada, id)).toMatchObject({ status: 200, body: { promptId: id, favorite: false } })
    expect(await countSavers()).toBe(1)
  })

  it('is counted correctly when 40 members do so concurrently, and unsaving when 15 do', async () => {
    const { id, slug } = await testSite.addPrompt()
    const users = await Promise.all(Array.from({ length: 40 }, (_, n) => testSite.addUser(`saver_${n}`)))
    await Promise.all(users.map((user) => save(user, id)))
    await Promise.all(users.slice(0, 15).map((user) => unsave(user, id)))
    expect((await testSite.request(`/api/prompts/${slug}`)).body.favorites).toBe(25)
  })

  it('requires a member and a published prompt; unsaving requires only a member', async () => {
    const user = await testSite.addUser('carl')
    const { id } = await testSite.addPrompt()
    const draft = await testSite.addPrompt({ status: 'draft' })
    const statuses = [
      await save(undefined, id),
      await unsave(undefined, id),
      await testSite.request('/api/favorites'),
      await testSite.request('/api/favorites/state?promptIds=a'),
      await save(user, draft.id),
      await save(user, newId()),
      await unsave(user, newId()),
      await unsave(user, 'nonsense'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 404, 404, 200, 200])
  })
})

describe('the saved prompts', () => {
  it('are listed most recently saved first, page by page, only for the member who saved them', async () => {
    const [dora, eve] = [await testSite.addUser('dora'), await testSite.addUser('eve')]
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => `${title} of five`)
    for (const title of titles) await save(dora, (await testSite.addPrompt({ title })).id)
    const first = await listOf(dora, '?limit=2')
    const second = await listOf(dora, `?limit=2&cursor=${first.nextCursor}`)
    const third = await listOf(dora, `?limit=2&cursor=${second.nextCursor}`)
    const listedTitles = [first, second, third].flatMap((page) =>
      page.items.map(({ title }: { title: string }) => title),
    )
    expect(listedTitles).toEqual(titles.toReversed())
    expect([first.total, third.nextCursor]).toEqual([5, null])
    expect(await titlesOf(eve)).toEqual([])
  })

  it('are listed by copies page by page, whenever they were saved or published', async () => {
    const cleo = await testSite.addUser('cleo')
    for (const copies of [30, 90, 10, 70, 50]) {
      const { id } = await testSite.addPrompt({ title: `Copied ${copies} times` })
      await testSite.db.updateTable('prompts').set({ copies }).where('id', '=', id).execute()
      await save(cleo, id)
    }
    const first = await listOf(cleo, '?sort=popular&limit=2')
    const second = await listOf(cleo, `?sort=popular&limit=2&cursor=${first.nextCursor}`)
    const third = await listOf(cleo, `?sort=popular&limit=2&cursor=${second.nextCursor}`)
    expect([first, second, third].map(({ items }) => items.map(({ title }: { title: string }) => title))).toEqual([
      ['Copied 90 times', 'Copied 70 times'],
      ['Copied 50 times', 'Copied 30 times'],
      ['Copied 10 times'],
    ])
    expect(third.nextCursor).toBeNull()
  })

  it('can be searched and sorted; unpublished prompts aren’t shown', async () => {
    const fay = await testSite.addUser('fay')
    const [letter, soup, gone] = [
      await testSite.addPrompt({ title: 'Write a letter', content: 'Write to {{whom}} about émigrés.' }),
      await testSite.addPrompt({ title: 'Cook a soup', tags: ['kitchen'] }),
      await testSite.addPrompt({ title: 'Gone tomorrow' }),
    ]
    for (const { id } of [soup, letter, gone]) await save(fay, id)
    await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', gone.id).execute()
    await testSite.db.updateTable('prompts').set({ copies: 9 }).where('id', '=', soup.id).execute()
    expect(await titlesOf(fay)).toEqual(['Write a letter', 'Cook a soup'])
    expect(await titlesOf(fay, '?sort=popular')).toEqual(['Cook a soup', 'Write a letter'])
    // The beginning of a tag, a word without its accents, a part of a title, and a percent sign, which is no wildcard.
    expect(await titlesOf(fay, '?q=kitch')).toEqual(['Cook a soup'])
    expect(await titlesOf(fay, '?q=emigres')).toEqual(['Write a letter'])
    expect(await titlesOf(fay, '?q=ette')).toEqual(['Write a letter'])
    expect(await titlesOf(fay, '?q=%25')).toEqual([])
    expect((await listOf(fay)).total).toBe(2)
    const states = await testSite.request(`/api/favorites/state?promptIds=${soup.id},${newId()}`, { as: fay })
    expect(states.body).toEqual({ favorites: { [soup.id]: true } })
  })

  it('are all deleted by deleteFavoritesOf, which also corrects the prompts’ counts', async () => {
    const gil = await testSite.addUser('gil')
    const { id, slug } = await testSite.addPrompt()
    await save(gil, id)
    expect(await exportFavorites(testSite.db, gil)).toMatchObject([{ prompt: { slug } }])
    await inTransaction(testSite.db, (tx) => deleteFavoritesOf(tx, gil))
    expect(await exportFavorites(testSite.db, gil)).toEqual([])
    expect((await testSite.request(`/api/prompts/${slug}`)).body.favorites).toBe(0)
  })
})
