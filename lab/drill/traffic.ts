import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { goodPassword } from '#test/sign-up.ts'
import { send } from '../load/send.ts'

/**
 * The kinds of writes. `billing`: registering and subscribing. A response confirms each write, and at the end the drill
 * checks that the write is there.
 */
export type Kind = 'credits' | 'votes' | 'prompts' | 'billing'
/** A request of a simulated member or reader. `at`: when it ended, as a time of performance.now(), in ms. */
export type SentRequest = { kind: Kind | 'pages'; at: number; tookMs: number; ok: boolean; status: number }

export type Person = { cookie: string; username: string }
/**
 * The writes that were confirmed, and the spends and votes that may have been executed although no response arrived.
 */
export type RecordedWrites = {
  /** Spends of credits. Each has a unique reason, which must not be in the ledger twice. */
  spends: { person: Person; reason: string; isConfirmed: boolean }[]
  /** `values`: the votes that may be stored (0: none), which are the last confirmed one and those sent after it. */
  votes: { person: Person; promptId: string; values: number[] }[]
  /** The ids of prompts. */
  prompts: string[]
  subscribers: Person[]
}

/** The time limit of a request, in ms. */
const requestMs = 25_000
/** The pauses in ms: between two writes or page loads of each kind, and before a failed request is repeated. */
const pauses = { credits: 250, votes: 120, prompts: 250, billing: 1_500, pages: 60, failed: 200 }

/**
 * Starts simulated members, who write over HTTP and repeat failed requests, and readers, who load pages. Meanwhile, the
 * drill makes servers fail.
 */
export async function startTraffic(url: string) {
  const sent: SentRequest[] = []
  const writes: RecordedWrites = { spends: [], votes: [], prompts: [], subscribers: [] }
  let isRunning = true
  let pauseEnd: PromiseWithResolvers<void> | null = null
  const steps = new Set<Promise<unknown>>()

  async function request(kind: SentRequest['kind'], path: string, person?: Person, json?: unknown, key?: string) {
    const start = performance.now()
    const headers = key ? { 'idempotency-key': key } : undefined
    const response = await send(url, path, { cookie: person?.cookie, json, headers, ms: requestMs })
    const at = performance.now()
    const ok = response.status >= 200 && response.status < 300
    sent.push({ kind, at, tookMs: at - start, ok, status: response.status })
    return { ...response, ok }
  }

  /**
   * Repeats a request until it succeeds. Returns null if the traffic ends first. A 4xx status other than 409 means a
   * bug in the drill, and throws an Error.
   */
  async function requestUntilDone(kind: Kind, path: string, person: Person | undefined, json: unknown, key?: string) {
    while (isRunning) {
      const response = await request(kind, path, person, json, key)
      if (response.ok) return response
      const isTemporary = response.status === 0 || response.status >= 500 || response.status === 409
      if (!isTemporary) throw new Error(`${path} returned ${response.status}: ${response.text}`)
      await wait(pauses.failed)
    }
    return null
  }

  async function register(): Promise<Person | null> {
    while (isRunning) {
      const username = `drill_${randomBytes(5).toString('hex')}`
      const json = { username, email: `${username}@example.org`, password: goodPassword }
      // Each attempt uses a new name, because an earlier attempt may have succeeded although no response arrived.
      const response = await request('billing', '/api/register', undefined, json)
      if (response.ok) return { username, cookie: response.cookie }
      if (response.status !== 0 && response.status < 500)
        throw new Error(`/api/register returned ${response.status}: ${response.text}`)
      await wait(pauses.failed)
    }
    return null
  }

  async function subscribe(): Promise<Person | null> {
    const person = await register()
    const card = { paymentMethodId: 'pm_card_visa' }
    const response =
      person && (await requestUntilDone('billing', '/api/subscription/create', person, card, randomUUID()))
    if (response) writes.subscribers.push(person)
    return response ? person : null
  }

  async function spend(person: Person) {
    const newSpend = { person, reason: `drill ${randomUUID()}`, isConfirmed: false }
    writes.spends.push(newSpend)
    const json = { amount: 1, reason: newSpend.reason }
    const response = await requestUntilDone('credits', '/api/user/credits/decrease', person, json, randomUUID())
    newSpend.isConfirmed = response !== null
  }

  async function vote(person: Person, promptId: string, round: number) {
    const value = round % 2 === 0 ? 1 : -1
    const knownVote = writes.votes.find((one) => one.person === person && one.promptId === promptId)
    const ownVote = knownVote ?? { person, promptId, values: [0] }
    if (!knownVote) writes.votes.push(ownVote)
    ownVote.values.push(value)
    if (await requestUntilDone('votes', '/api/votes', person, { promptId, value })) ownVote.values = [value]
  }

  async function createPrompt(person: Person) {
    const id = randomUUID()
    const response = await requestUntilDone('prompts', '/api/prompts', person, {
      title: `Drill ${id}`,
      description: 'Written while servers fail.',
      content: `Explain to {{whom}} what ${id} means.`,
      category: 'education-learning',
      tags: ['drill'],
    })
    if (response) writes.prompts.push(String(response.body.id))
  }

  const spenders = await createPeople(3, subscribe)
  const others = await createPeople(4, register)
  const list = JSON.parse((await request('pages', '/api/prompts/newest')).text) as {
    items: { id: string; slug: string }[]
  }
  const prompts = list.items.slice(0, 5)
  const paths = ['/', '/prompts', '/tools', '/categories', ...prompts.map(({ slug }) => `/prompt/${slug}`)]
  // Each page is loaded twice, so that both server processes cache it. These requests don't count.
  for (const path of paths) for (const _ of ['one process', 'the other']) await request('pages', path)
  sent.length = 0

  async function repeat(pause: number, step: (round: number) => Promise<unknown>) {
    for (let round = 0; isRunning; round++) {
      await pauseEnd?.promise
      const done = step(round).finally(() => steps.delete(done))
      steps.add(done)
      await done
      await wait(pause)
    }
  }
  const [author, ...voters] = others as [Person, ...Person[]]
  const loops = [
    ...spenders.map((person) => repeat(pauses.credits, () => spend(person))),
    ...voters.map((person) =>
      repeat(pauses.votes, (round) => vote(person, prompts[round % prompts.length]?.id ?? '', Math.floor(round / 5))),
    ),
    repeat(pauses.prompts, () => createPrompt(author)),
    repeat(pauses.billing, subscribe),
    ...['one', 'two'].map(() => repeat(pauses.pages, (round) => request('pages', paths[round % paths.length] ?? '/'))),
  ]
  const ended = Promise.all(loops)
  // `stop` awaits `ended`, and so reports an error. Until then, this handler keeps the error from ending the process.
  ended.catch(() => undefined)
  return {
    sent,
    writes,
    /** Holds back new writes and page loads until `resume`. Resolves once those in progress have finished. */
    async pause() {
      pauseEnd = Promise.withResolvers()
      await Promise.all(steps)
    },
    resume() {
      pauseEnd?.resolve()
      pauseEnd = null
    },
    async stop() {
      isRunning = false
      pauseEnd?.resolve()
      await ended
    },
  }
}

/** Copies the writes so far, so that later writes don't change the copy. */
export function copyOf({ spends, votes, prompts, subscribers }: RecordedWrites): RecordedWrites {
  return {
    spends: spends.map((spend) => ({ ...spend })),
    votes: votes.map((vote) => ({ ...vote, values: [...vote.values] })),
    prompts: [...prompts],
    subscribers: [...subscribers],
  }
}

async function createPeople(count: number, make: () => Promise<Person | null>): Promise<Person[]> {
  const made: Person[] = []
  while (made.length < count) {
    const person = await make()
    if (person) made.push(person)
  }
  return made
}
