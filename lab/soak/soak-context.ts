import { randomUUID } from 'node:crypto'
import { cutText } from '#lib/well-formed.ts'
import { goodPassword as password } from '#test/sign-up.ts'
import { type ReceivedResponse, send } from '../load/send.ts'
import { hasUnknownOutcome } from './client.ts'
import type { ConfirmedWrites } from './confirmed-writes.ts'
import type { Site } from './site.ts'

/** A simulated member. `isBusy` is true while they perform an action. */
export type Person = {
  id: string
  username: string
  password: string
  cookie: string
  isBusy: boolean
  /** The ids of the prompts and collections that this person created. */
  prompts: string[]
  collections: string[]
}

/**
 * The outcome of an action. `refused`: by a rule, for example because of too few credits. `unavailable`: without a clear
 * response. `wrong`: with any other error.
 */
export type Outcome = { kind: 'done' | 'refused' | 'unavailable' | 'wrong'; detail: string }

/**
 * What actions need: the site, what the server has confirmed so far, the people with a session, and a seeded random
 * generator. `pick` draws from a list with it. `prompts` are those that actions use.
 */
export type SoakContext = {
  site: Site
  confirmed: ConfirmedWrites
  people: Person[]
  admin: Person
  prompts: { id: string; slug: string }[]
  random: () => number
  pick: <Item>(list: readonly Item[]) => Item
}

/**
 * Determines the outcome of an action from its response. `expected` lists the statuses of refusals that aren't
 * failures.
 */
export function outcomeOf(response: ReceivedResponse, expected: number[] = []): Outcome {
  const { status, body, text } = response
  const detail = `${status} ${body.code ?? ''} ${cutText(String(body.error ?? text), 120)}`
  if (status >= 200 && status < 400) return { kind: 'done', detail }
  if (expected.includes(status)) return { kind: 'refused', detail }
  return { kind: hasUnknownOutcome(response) ? 'unavailable' : 'wrong', detail }
}

/** Registers a person. Returns the person and the response; the person is null if the registration failed. */
export async function register({
  site,
  confirmed,
}: SoakContext): Promise<{ person: Person | null; response: ReceivedResponse }> {
  const username = `s${cutText(randomUUID().replaceAll('-', ''), 20)}`
  const json = { username, email: `${username}@example.test`, password }
  const response = await send(site.address, '/api/register', { json })
  if (response.status !== 201) return { person: null, response }
  const id = String(response.body.id)
  confirmed.rows.users.add(id)
  const { cookie } = response
  return { person: { id, username, password, cookie, isBusy: false, prompts: [], collections: [] }, response }
}

/** Signs a person in, and stores the new cookie and the account's id in `person`. */
export async function signIn({ site }: Pick<SoakContext, 'site'>, person: Person): Promise<ReceivedResponse> {
  const { username, password } = person
  const response = await send(site.address, '/api/login', { json: { username, password } })
  if (response.status === 200) {
    person.cookie = response.cookie
    person.id = String(response.body.id)
  }
  return response
}
