import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
let author: string
let moderator: string
let admin: string
/** How many letters were there before the story. */
let before = 0
beforeAll(async () => {
  world = await createWorld()
  author = await world.addUser('Ada')
  moderator = await world.addUser('mo', 'moderator')
  admin = await world.addUser('root', 'admin')
})
afterAll(() => world.close())
beforeEach(() => {
  before = world.outbox().length
})

const judge = (id: string, json: object, as = moderator) =>
  world.request(`/api/admin/prompts/${id}`, { method: 'PATCH', as, json })
const remove = (id: string, removedReason = 'It sells pills.') => judge(id, { status: 'removed', removedReason })
const restore = (id: string) => judge(id, { status: 'published' })

/** The letters of this story, once all jobs are done. */
async function letters() {
  await world.runJobs()
  return world.outbox().slice(before)
}
/** Letters of one moment come in any order. */
const subjects = async () => (await letters()).map(({ subject }) => subject).sort()

describe('the author of a prompt', () => {
  it('reads in a letter that it was removed, why, and what to do; and once more that it is back', async () => {
    const title = 'Pills for everybody'
    const { id, slug } = await world.addPrompt({ userId: author, title })
    await remove(id)
    const [removed] = await letters()
    await restore(id)
    const [, restored] = await letters()
    expect([removed?.to, removed?.subject]).toEqual(['Ada@example.test', 'Your prompt was removed from Promptarium'])
    for (const part of ['Hello Ada,', `“${title}”`, 'Why: It sells pills.', '/my-prompts?status=removed', '/contact'])
      expect(removed?.text).toContain(part)
    expect(restored?.subject).toBe('Your prompt is back on Promptarium')
    expect(restored?.text).toContain(`“${title}”`)
    expect(restored?.text).toContain(`/prompt/${slug}\n`)
    expect(`${removed?.text}${restored?.text}`).not.toMatch(/\bmo\b/)
  })

  it('gets a letter for each change and none for what is said again', async () => {
    const { id } = await world.addPrompt({ userId: author })
    await Promise.all([remove(id), remove(id), remove(id)])
    await remove(id)
    expect(await subjects()).toEqual(['Your prompt was removed from Promptarium'])
    await remove(id, 'It sells pills, and vitamins.')
    await restore(id)
    await restore(id)
    await judge(id, { title: 'Another title' })
    expect(await subjects()).toEqual([
      'Your prompt is back on Promptarium',
      'Your prompt was removed from Promptarium',
      'Your prompt was removed from Promptarium',
    ])
  })

  it('hears that a prompt which waited is published', async () => {
    const { id } = await world.addPrompt({ userId: author, status: 'pending' })
    await judge(id, { status: 'published' })
    const [letter] = await letters()
    expect(letter?.subject).toBe('Your prompt is published on Promptarium')
    expect(letter?.text).toContain('looked at a prompt of yours and published it')
  })

  it('hears of decisions about reports, and of those that are taken back', async () => {
    const { id } = await world.addPrompt({ userId: author })
    await world.request('/api/reports', { method: 'POST', as: admin, json: { promptId: id, reason: 'spam' } })
    const { body } = await world.request('/api/admin/reports', { as: moderator })
    const decide = (action: string) =>
      world.request(`/api/admin/reports/${body.items[0].id}`, { method: 'POST', as: moderator, json: { action } })
    await decide('remove')
    await decide('remove')
    await letters()
    await decide('reopen')
    await decide('dismiss')
    const told = await letters()
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your prompt was removed from Promptarium',
      'Your prompt is back on Promptarium',
    ])
    expect(told[0]?.text).toContain('Why: It advertises something.')
  })

  it('gets none of what never came about', async () => {
    const { id } = await world.addPrompt({ userId: author })
    const refused = await judge(id, { status: 'removed', removedReason: 'It sells pills.', featured: true })
    expect(refused.status).toBe(403)
    expect(await letters()).toEqual([])
  })
})

it('nobody writes to oneself, to a banned person, or to the site', async () => {
  const own = await world.addPrompt({ userId: moderator })
  await remove(own.id)
  const ofSite = await world.addPrompt()
  await remove(ofSite.id)
  const banned = await world.addUser('mallory')
  const theirs = await world.addPrompt({ userId: banned })
  await world.request('/api/reports', { method: 'POST', as: author, json: { promptId: theirs.id, reason: 'spam' } })
  const { body } = await world.request('/api/admin/reports', { as: admin })
  const ban = await world.request(`/api/admin/reports/${body.items[0].id}`, {
    method: 'POST',
    as: admin,
    json: { action: 'ban', undo: true },
  })
  expect(ban.status).toBe(200)
  expect(await letters()).toEqual([])
})
