import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { tickingClock } from '#test/ticking-clock.ts'
import { createWorld, type World } from '#test/world.ts'
import { exportFavorites, findFavoriteDrifts } from './favorite-queries.ts'
import { deleteFavoritesOf } from './unsave-prompt.ts'

let world: World
const clock = tickingClock('2026-05-01T08:00:00Z')
beforeAll(async () => {
  world = await createWorld({ now: clock.now })
})
afterAll(async () => {
  expect(await findFavoriteDrifts(world.db)).toEqual([])
  await world.close()
})

const save = (as: string | undefined, promptId: string) =>
  world.request('/api/favorites', { as, method: 'POST', json: { promptId } })
const unsave = (as: string | undefined, promptId: string) =>
  world.request(`/api/favorites/${promptId}`, { as, method: 'DELETE' })
const listOf = async (as: string, query = '') => (await world.request(`/api/favorites${query}`, { as })).body
const titlesOf = async (as: string, query = '') =>
  (await listOf(as, query)).items.map(({ title }: { title: string }) => title)

describe('saving a prompt', () => {
  it('can be repeated, like unsaving; the prompt shows how many members saved it', async () => {
    const [ada, bob] = [await world.addUser('ada'), await world.addUser('bob')]
    const { id, slug } = await world.addPrompt()
    const saversOf = async () => (await world.request(`/api/prompts/${slug}`)).body.favorites
    for (const _ of ['once', 'and again'])
      expect(await save(ada, id)).toMatchObject({ status: 200, body: { promptId: id, favorite: true } })
    await save(bob, slug)
    expect(await saversOf()).toBe(2)
    for (const _ of ['once', 'and again'])
      expect(await unsave(ada, id)).toMatchObject({ status: 200, body: { promptId: id, favorite: false } })
    expect(await saversOf()).toBe(1)
  })

  it('counts correctly while 40 members save and unsave concurrently', async () => {
    const { id, slug } = await world.addPrompt()
    const users = await Promise.all(Array.from({ length: 40 }, (_, n) => world.addUser(`saver_${n}`)))
    await Promise.all(users.map((user) => save(user, id)))
    await Promise.all(users.slice(0, 15).map((user) => unsave(user, id)))
    expect((await world.request(`/api/prompts/${slug}`)).body.favorites).toBe(25)
  })

  it('needs a member and a visible prompt; unsaving needs only the member', async () => {
    const user = await world.addUser('carl')
    const { id } = await world.addPrompt()
    const draft = await world.addPrompt({ status: 'draft' })
    const statuses = [
      await save(undefined, id),
      await unsave(undefined, id),
      await world.request('/api/favorites'),
      await world.request('/api/favorites/state?promptIds=a'),
      await save(user, draft.id),
      await save(user, newId()),
      await unsave(user, newId()),
      await unsave(user, 'nonsense'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 404, 404, 200, 200])
  })
})

describe('the saved prompts', () => {
  it('are listed last saved first, page by page, only for their owner', async () => {
    const [dora, eve] = [await world.addUser('dora'), await world.addUser('eve')]
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => `${title} of five`)
    for (const title of titles) await save(dora, (await world.addPrompt({ title })).id)
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

  it('can be searched and sorted; unpublished ones aren’t shown', async () => {
    const fay = await world.addUser('fay')
    const [letter, soup, gone] = [
      await world.addPrompt({ title: 'Write a letter', content: 'Write to {{whom}} about émigrés.' }),
      await world.addPrompt({ title: 'Cook a soup', tags: ['kitchen'] }),
      await world.addPrompt({ title: 'Gone tomorrow' }),
    ]
    for (const { id } of [soup, letter, gone]) await save(fay, id)
    await world.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', gone.id).execute()
    await world.db.updateTable('prompts').set({ copies: 9 }).where('id', '=', soup.id).execute()
    expect(await titlesOf(fay)).toEqual(['Write a letter', 'Cook a soup'])
    expect(await titlesOf(fay, '?sort=popular')).toEqual(['Cook a soup', 'Write a letter'])
    expect(await titlesOf(fay, '?q=kitch')).toEqual(['Cook a soup'])
    expect(await titlesOf(fay, '?q=emigres')).toEqual(['Write a letter'])
    expect(await titlesOf(fay, '?q=ette')).toEqual(['Write a letter'])
    expect(await titlesOf(fay, '?q=%25')).toEqual([])
    expect((await listOf(fay)).total).toBe(2)
    const states = await world.request(`/api/favorites/state?promptIds=${soup.id},${newId()}`, { as: fay })
    expect(states.body).toEqual({ favorites: { [soup.id]: true } })
  })

  it('are deleted with the account', async () => {
    const gil = await world.addUser('gil')
    const { id, slug } = await world.addPrompt()
    await save(gil, id)
    expect(await exportFavorites(world.db, gil)).toMatchObject([{ prompt: { slug } }])
    await inTransaction(world.db, (tx) => deleteFavoritesOf(tx, gil))
    expect(await exportFavorites(world.db, gil)).toEqual([])
    expect((await world.request(`/api/prompts/${slug}`)).body.favorites).toBe(0)
  })
})
