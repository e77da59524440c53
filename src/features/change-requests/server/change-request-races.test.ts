import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { changeRequestLimits } from '../rules.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let count = 0
const send = (as: string, method: string, path: string, json?: unknown) => world.request(path, { as, method, json })
const publish = async (as: string) => {
  const number = ++count
  const content = `Write about subject number ${number} in plain words.`
  const json = { title: `Race number ${number}`, content, category: 'general' }
  return (await send(as, 'POST', '/api/prompts', json)).body
}
const proposalOf = (prompt: { title: string; content: string }) => ({
  ...{
    baseVersion: 1,
    title: prompt.title,
    description: '',
    content: `${prompt.content} Be brief.`,
    reason: 'Shorter.',
  },
})
/** An open request, and what two people do to it. */
const prepare = async () => {
  const number = ++count
  const [author, proposer] = [await world.addUser(`author_${number}`), await world.addUser(`proposer_${number}`)]
  const prompt = await publish(author)
  const { body } = await send(proposer, 'POST', `/api/prompts/${prompt.id}/change-requests`, proposalOf(prompt))
  const act = (as: string, verb: string, json?: object) =>
    send(as, 'POST', `/api/change-requests/${body.id}/${verb}`, json)
  return {
    ...{ author, proposer, prompt, id: body.id as string },
    accept: () => act(author, 'accept', { revision: 1, version: 1 }),
    decline: () => act(author, 'decline', { revision: 1, reason: 'Not for me.' }),
    withdraw: () => act(proposer, 'withdraw'),
    /** The request's state, the prompt's version, and how many versions are credited. */
    async outcome() {
      const { state } = await world.db
        .selectFrom('changeRequests')
        .select('state')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      const { version } = await world.db
        .selectFrom('prompts')
        .select('version')
        .where('id', '=', prompt.id)
        .executeTakeFirstOrThrow()
      const credits = await world.db
        .selectFrom('promptVersionCredits')
        .select('version')
        .where('promptId', '=', prompt.id)
        .execute()
      return { state, version, credits: credits.length }
    },
  }
}
const rounds = Array.from({ length: 6 }, (_, round) => round)
const together = async (...acts: (() => Promise<{ status: number }>)[]) =>
  (await Promise.all(acts.map((act) => act()))).map(({ status }) => status)

describe('at the same time', () => {
  it('accepting twice makes one version', async () => {
    for (const _ of rounds) {
      const race = await prepare()
      expect(await together(race.accept, race.accept)).toEqual([200, 200])
      expect(await race.outcome()).toEqual({ state: 'accepted', version: 2, credits: 1 })
    }
  })

  it('accepting and editing: the edit stands, and the suggestion is stored only over the text that the author saw', async () => {
    for (const round of rounds) {
      const race = await prepare()
      const edit = () =>
        send(race.author, 'PATCH', `/api/prompts/${race.prompt.id}`, { description: `Edited ${round}.`, version: 1 })
      const [accepted, edited] = await together(race.accept, edit)
      expect([accepted, edited].sort()).toEqual([200, 409])
      expect(await race.outcome()).toEqual(
        accepted === 200 ? { state: 'accepted', version: 2, credits: 1 } : { state: 'open', version: 2, credits: 0 },
      )
    }
  })

  it('accepting and removal: a removed prompt gets no version', async () => {
    const moderator = await world.addUser('moderator', 'moderator')
    for (const _ of rounds) {
      const race = await prepare()
      const remove = () =>
        send(moderator, 'PATCH', `/api/admin/prompts/${race.prompt.id}`, { status: 'removed', removedReason: 'Spam.' })
      const [accepted, removed] = await together(race.accept, remove)
      expect(removed).toBe(200)
      expect([200, 404]).toContain(accepted)
      expect(await race.outcome()).toMatchObject(
        accepted === 200 ? { state: 'accepted', credits: 1 } : { state: 'open', version: 1, credits: 0 },
      )
    }
  })

  it.each(['decline', 'withdraw'] as const)('accepting and %s: one of both happens', async (other) => {
    for (const _ of rounds) {
      const race = await prepare()
      const [accepted, second] = await together(race.accept, race[other])
      expect([accepted, second].sort()).toEqual([200, 409])
      expect(await race.outcome()).toEqual(
        accepted === 200
          ? { state: 'accepted', version: 2, credits: 1 }
          : { state: other === 'decline' ? 'declined' : 'withdrawn', version: 1, credits: 0 },
      )
    }
  })

  it('no more than five a day are sent, and one for a prompt', async () => {
    const [author, proposer] = [await world.addUser('author_of_many'), await world.addUser('busy_proposer')]
    const prompts = []
    for (let n = 0; n < changeRequestLimits.perDay + 3; n++) prompts.push(await publish(author))
    const first = prompts[0]
    const twice = await together(
      ...[1, 2].map(() => () => send(proposer, 'POST', `/api/prompts/${first.id}/change-requests`, proposalOf(first))),
    )
    expect(twice.sort()).toEqual([201, 409])
    const statuses = await together(
      ...prompts
        .slice(1)
        .map((prompt) => () => send(proposer, 'POST', `/api/prompts/${prompt.id}/change-requests`, proposalOf(prompt))),
    )
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 429, 429, 429])
  })
})
