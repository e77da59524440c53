import { randomUUID } from 'node:crypto'
import { send } from '../../test/load/send.ts'
import { isUnknown } from './client.ts'
import type { Kind } from './confirmed-writes.ts'
import { type Outcome, outcomeOf, type Person, register, signIn, type World } from './world.ts'

/** Creates a row with `json`, and records its id. */
async function create(world: World, person: Person, kind: Kind, path: string, json: object) {
  const answer = await send(world.site.address, path, { cookie: person.cookie, json })
  if (answer.status !== 201) return { id: null, outcome: outcomeOf(answer, [409]) }
  const id = String(answer.body.id)
  world.confirmed.rows[kind].add(id)
  return { id, outcome: outcomeOf(answer) }
}

/** What members do. Each person does one thing at a time. */
export const memberActions = {
  'sign in': async (world: World, person: Person) => outcomeOf(await signIn(world, person)),

  'own lists': async ({ site, pick }: World, { cookie }: Person) =>
    outcomeOf(
      await send(site.address, pick(['/api/user', '/api/user/prompts', '/api/user/credits/history']), { cookie }),
    ),

  vote: async ({ site, confirmed, pick, slugs }: World, { id, cookie }: Person) => {
    const promptId = pick(slugs).id
    const value = pick([1, -1, 0])
    const answer = await send(site.address, '/api/votes', { cookie, json: { promptId, value } })
    if (answer.status === 200 || isUnknown(answer))
      confirmed.recordWrite(`vote ${id} ${promptId}`, String(value), answer.status === 200)
    return outcomeOf(answer)
  },

  create: async (world: World, person: Person) => {
    const name = randomUUID()
    const content = `Explain {{topic}} to a beginner, in the manner of number ${name}, with an example.`
    const json = { title: `Soak ${name}`, content, category: 'research', tags: ['soak'] }
    const { id, outcome } = await create(world, person, 'prompts', '/api/prompts', json)
    if (id) person.prompts.push(id)
    return outcome
  },

  edit: async ({ site, confirmed, pick }: World, { prompts, cookie }: Person) => {
    if (prompts.length === 0) return nothingYet
    const id = pick(prompts)
    const description = `Written ${randomUUID()}`
    const answer = await send(site.address, `/api/prompts/${id}`, { method: 'PATCH', cookie, json: { description } })
    if (answer.status === 200 || isUnknown(answer))
      confirmed.recordWrite(`description ${id}`, description, answer.status === 200)
    return outcomeOf(answer)
  },

  comment: async (world: World, person: Person) => {
    const { id } = world.pick(world.slugs)
    const json = { content: `It worked for ${randomUUID()}.` }
    return (await create(world, person, 'comments', `/api/prompts/${id}/comments`, json)).outcome
  },

  collect: async (world: World, person: Person) => {
    const { site, pick, slugs } = world
    if (person.collections.length === 0) {
      const json = { title: `Soak ${randomUUID()}`, visibility: 'public' }
      const { id, outcome } = await create(world, person, 'collections', '/api/collections', json)
      if (id) person.collections.push(id)
      return outcome
    }
    const json = { kind: 'prompt', id: pick(slugs).id }
    const path = `/api/collections/${pick(person.collections)}/items`
    return outcomeOf(await send(site.address, path, { cookie: person.cookie, json }), [409])
  },
}

const nothingYet: Outcome = { kind: 'refused', detail: 'nothing to edit yet' }

/** Registers a member, who takes part from then on. */
export async function signUp(world: World): Promise<Outcome> {
  const { person, answer } = await register(world)
  if (person) world.people.push(person)
  return outcomeOf(answer)
}
