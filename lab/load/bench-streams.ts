import { createAccount, prepareAccount } from '#features/accounts/server/create-account.ts'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import { startSession } from '#features/accounts/server/sessions/start-session.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import type { AiVendors } from '#test/fakes/ai-vendors.ts'
import { cpuOf, memoryOf, type StartedProgram } from '#test/processes.ts'
import { readEvents } from '#test/read-events.ts'
import { atMost, percentiles, type Row } from './report.ts'

const members = 100
const rounds = 20
/**
 * V8 needs this many rounds to compile the server's code to machine code. The first round also loads the vendors'
 * packages and creates the members' credit accounts.
 */
const warmUpRounds = 3
const vendorNames = ['openai', 'anthropic', 'google', 'deepseek'] as const
/** How long the fake model takes for its 20 chunks, in ms. */
const modelMs = 1_000

/** Returns settings that replace four vendors with our fakes. */
export function aiEnvironment(vendors: AiVendors): Record<string, string> {
  const settings = vendorNames.flatMap((vendor) => {
    const name = vendor.toUpperCase()
    // `paced` is a fake model (ai-vendors.ts). An answer costs the member 1 credit, and the site 0 dollars.
    const models = `paced--${vendor}=1 usd=0/0`
    return [
      [`${name}_API_KEY`, 'sk-bench-12345678'],
      [`${name}_BASE_URL`, vendors.baseUrl(vendor)],
      [`${name}_MODELS`, models],
    ]
  })
  return Object.fromEntries(settings)
}

/** Creates 100 accounts and signs them in. Returns their cookies. */
export async function signUpMany(db: Db): Promise<string[]> {
  const key = await createSessionKey(db)()
  const now = new Date()
  const cookies: string[] = []
  for (let n = 0; n < members; n++) {
    const person = { username: `bench-${n}`, email: `bench-${n}@example.test`, password: 'four brave otters' }
    const account = await prepareAccount(person)
    const token = await inTransaction(db, async (tx) => {
      const userId = await createAccount(tx, account, now, { onRegistered: [] })
      return startSession(tx, { userId, device: { address: '192.0.2.1', browser: 'bench' }, key, now })
    })
    cookies.push(`session=${token}`)
  }
  return cookies
}

/** When the first text of a stream arrived, and when the stream ended, in ms after the request. */
type StreamTimes = { first: number; whole: number }

/**
 * Has 100 members generate prompts at the same time, twenty times each. Measures how long they wait, how much CPU time
 * a stream takes, and the server's memory.
 */
export async function benchStreams({ address, child }: StartedProgram, cookies: string[]): Promise<Row[]> {
  const pid = child.pid as number
  const run = async (cookie: string, member: number): Promise<StreamTimes> => {
    const startedAt = performance.now()
    let first = 0
    const response = await fetch(`${address}/api/prompt-generator`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ idea: 'Write a letter', model: `paced--${vendorNames[member % vendorNames.length]}` }),
    })
    const events = await readEvents(response, ({ event }) => {
      if (event === 'delta') first ||= performance.now() - startedAt
    })
    if (events.at(-1)?.event !== 'done') throw new Error(`A stream ended with ${JSON.stringify(events.at(-1))}.`)
    return { first, whole: performance.now() - startedAt }
  }
  const memory: number[] = []
  const runRounds = async (count: number) => {
    const before = cpuOf(pid)
    const times: StreamTimes[] = []
    for (let round = 0; round < count; round++) {
      times.push(...(await Promise.all(cookies.map(run))))
      memory.push(Math.round(memoryOf(pid)))
    }
    return { cpuEach: (cpuOf(pid) - before) / times.length, ...summarize(times) }
  }
  const afterStart = await runRounds(1)
  await runRounds(warmUpRounds - 1)
  const { cpuEach, first, whole } = await runRounds(rounds)
  return [
    [
      `first text, ${members} at once, p50 and p95`,
      `${Math.round(first.p50)} ms, ${Math.round(first.p95)} ms`,
      atMost(300, first.p95, 'ms', 'p95'),
    ],
    ['whole answer, minus the model’s second', `${Math.round(whole.p50)} ms, ${Math.round(whole.p95)} ms`],
    ['CPU per stream (20 chunks, with a hold)', `${cpuEach.toFixed(1)} ms`, atMost(6, cpuEach, 'ms CPU')],
    [
      `right after the start: first text of the first ${members}, p50 and p95`,
      `${Math.round(afterStart.first.p50)} ms, ${Math.round(afterStart.first.p95)} ms; ${afterStart.cpuEach.toFixed(1)} ms CPU`,
    ],
    ['memory, including the database, after each round', `${memory.join(', ')} MB`],
  ]
}

function summarize(times: StreamTimes[]) {
  return {
    first: percentiles(times.map(({ first }) => first)),
    whole: percentiles(times.map(({ whole }) => whole - modelMs)),
  }
}
