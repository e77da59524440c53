import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletedAccountId } from '#server/platform/actor.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.addPrompt({ userId: await world.addUser('Present') })
  await world.addPrompt({ userId: deletedAccountId, title: 'Left behind' })
})
afterAll(() => world.close())

describe('the prompts of deleted accounts', () => {
  it('belong to "deleted-user"', async () => {
    const { status, body } = await world.request('/api/users/deleted-user')
    expect(status).toBe(200)
    expect(body.prompts.items).toMatchObject([{ title: 'Left behind', user: { username: 'deleted-user' } }])
  })

  it('don’t count for a contributor in the list, in its total, or in search results', async () => {
    const { body } = await world.request('/api/top-contributors')
    expect(body.items.map(({ username }: { username: string }) => username)).toEqual(['Present'])
    expect(body.total).toBe(1)
    expect((await world.request('/api/footer')).body.stats.contributors).toBe(1)
    expect((await world.request('/api/search?q=deleted-user')).body.people).toEqual([])
  })
})
