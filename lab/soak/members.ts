import { randomUUID } from 'node:crypto'
import { send } from '../load/send.ts'
import { hasUnknownOutcome } from './client.ts'
import type { ConfirmedTable } from './confirmed-writes.ts'
import { type Outcome, outcomeOf, type Person, register, type SoakContext, signIn } from './soak-context.ts'

/** Creates something by sending `json`, and records the id of its row. */
async function createRow(context: SoakContext, person: Person, table: ConfirmedTable, path: string, json: object) {
  const response = await send(context.site.address, path, { cookie: person.cookie, json })
  if (response.status !== 201) return { id: null, outcome: outcomeOf(response, [409]) }
  const id = String(response.body.id)
  context.confirmed.rows[table].add(id)
  return { id, outcome: outcomeOf(response) }
}

/** The actions of members. Each person does one thing at a time. */
export const memberActions = {
  'sign in': async (context: SoakContext, person: Person) => outcomeOf(await signIn(context, person)),

  'own lists': async ({ site, pick }: SoakContext, { cookie }: Person) =>
    outcomeOf(
      await send(site.address, pick(['/api/user', '/api/user/prompts', '/api/user/credits/history']), { cookie }),
    ),

  vote: async ({ site, confirmed, pick, prompts }: SoakContext, { id, cookie }: Person) => {
    const promptId = pick(prompts).id
    const value = pick([1, -1, 0])
    const response = await send(site.address, '/api/votes', { cookie, json: { promptId, value } })
    if (response.status === 200 || hasUnknownOutcome(response))
      confirmed.recordWrite(`vote ${id} ${promptId}`, String(value), response.status === 200)
    return outcomeOf(response)
  },

  create: async (context: SoakContext, person: Person) => {
    const name = randomUUID()
    const content = `Explain {{topic}} to a beginner, in the manner of number ${name}, with an example.`
    const json = { title: `Soak ${name}`, content, category: 'research', tags: ['soak'] }
    const { id, outcome } = await createRow(context, person, 'prompts', '/api/prompts', json)
    if (id) person.prompts.push(id)
    return outcome
  },

  edit: async ({ site, confirmed, pick }: SoakContext, { prompts, cookie }: Person) => {
    if (prompts.length === 0) return nothingToEdit
    const id = pick(prompts)
    const description = `Written ${randomUUID()}`
    const response = await send(site.address, `/api/prompts/${id}`, { method: 'PATCH', cookie, json: { description } })
    if (response.status === 200 || hasUnknownOutcome(response))
      confirmed.recordWrite(`description ${id}`, description, response.status === 200)
    return outcomeOf(response)
  },

  comment: async (context: SoakContext, person: Person) => {
    const { id } = context.pick(context.prompts)
    const json = { content: `It worked for ${randomUUID()}.` }
    return (await createRow(context, person, 'comments', `/api/prompts/${id}/comments`, json)).outcome
  },

  collect: async (context: SoakContext, person: Person) => {
    const { site, pick, prompts } = context
    if (person.collections.length === 0) {
      const json = { title: `Soak ${randomUUID()}`, visibility: 'public' }
      const { id, outcome } = await createRow(context, person, 'collections', '/api/collections', json)
      if (id) person.collections.push(id)
      return outcome
    }
    const json = { kind: 'prompt', id: pick(prompts).id }
    const path = `/api/collections/${pick(person.collections)}/items`
    return outcomeOf(await send(site.address, path, { cookie: person.cookie, json }), [409])
  },
}

const nothingToEdit: Outcome = { kind: 'refused', detail: 'nothing to edit yet' }

/** Registers a member, who then takes part in the traffic. */
export async function addMember(context: SoakContext): Promise<Outcome> {
  const { person, response } = await register(context)
  if (person) context.people.push(person)
  return outcomeOf(response)
}
