import { randomUUID } from 'node:crypto'
import { type Answer, send } from '../../test/load/send.ts'
import { goodPassword as password } from '../../test/sign-up.ts'
import { isUnknown } from './client.ts'
import type { Promises } from './promises.ts'
import type { Site } from './site.ts'

export type Person = {
  id: string
  username: string
  password: string
  cookie: string
  busy: boolean
  /** The ids of what they made. */
  prompts: string[]
  collections: string[]
}

/** How an act went. `refused`: by a rule, such as too few credits; `away`: no answer, or 5xx; `wrong`: anything else. */
export type Outcome = { kind: 'done' | 'refused' | 'away' | 'wrong'; detail: string }

/** What acts need: the site, people with a session, a seeded chance, and the promises so far. */
export type World = {
  site: Site
  promises: Promises
  people: Person[]
  admin: Person
  slugs: { id: string; slug: string }[]
  random: () => number
  pick: <Item>(list: readonly Item[]) => Item
}

/** What an answer says about an act. `expected`: refusals that are no fault. */
export function outcomeOf(answer: Answer, expected: number[] = []): Outcome {
  const { status, body, text } = answer
  const detail = `${status} ${body.code ?? ''} ${String(body.error ?? text).slice(0, 120)}`
  if (status >= 200 && status < 400) return { kind: 'done', detail }
  if (expected.includes(status)) return { kind: 'refused', detail }
  return { kind: isUnknown(answer) ? 'away' : 'wrong', detail }
}

/** Registers a person. Null, with the answer, if that failed. */
export async function register({ site, promises }: World): Promise<{ person: Person | null; answer: Answer }> {
  const username = `s${randomUUID().replaceAll('-', '').slice(0, 20)}`
  const json = { username, email: `${username}@example.test`, password }
  const answer = await send(site.address, '/api/register', { json })
  if (answer.status !== 201) return { person: null, answer }
  const id = String(answer.body.id)
  promises.rows.users.add(id)
  const { cookie } = answer
  return { person: { id, username, password, cookie, busy: false, prompts: [], collections: [] }, answer }
}

/** Signs a person in again. */
export async function signIn({ site }: Pick<World, 'site'>, person: Person): Promise<Answer> {
  const { username, password } = person
  const answer = await send(site.address, '/api/login', { json: { username, password } })
  if (answer.status === 200) {
    person.cookie = answer.cookie
    person.id = String(answer.body.id)
  }
  return answer
}
