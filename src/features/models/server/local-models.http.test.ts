import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runtime, runtimeAnswers, startLocal } from '#test/fakes/local-runtimes.ts'
import { createWorld, type World } from '#test/world.ts'
import type { Model } from '../contract.ts'
import { createModelFinder, type ModelFinder } from './create-model-finder.ts'
import type { ModelSettings } from './vendor-settings.ts'

const settings: ModelSettings = { vendors: {}, dailyBudget: 0, deadlines: { firstTokenMs: 5_000, totalMs: 10_000 } }

let world: World
let ollama: Awaited<ReturnType<typeof startLocal>>
let handle: RequestListener
let finder: ModelFinder

beforeAll(async () => {
  ollama = await startLocal((request, response) => handle(request, response))
  world = await createWorld({ site: { models: { ...settings, found: () => finder.found() } } })
})
beforeEach(() => {
  handle = runtime(runtimeAnswers.ollama)
  finder = createModelFinder({ db: world.db, now: () => new Date(), settings, ports: { ollama: ollama.port } })
})
afterAll(async () => {
  await ollama.stop()
  await world.close()
})

const llamas = async () =>
  ((await world.request('/api/models')).body as Model[]).filter(({ vendor }) => vendor === 'meta')

let people = 0
async function compare() {
  const as = await world.addUser(`local${++people}`)
  const json = { content: 'Say hello.', models: ['llama3.2', 'composer'] }
  const events = await (await world.stream('/api/comparisons', { as, json })).events()
  return events.filter(({ data }) => data.model === 'llama3.2' || data.model === undefined)
}

describe('Llama on this machine', () => {
  it('appears without any setting, and disappears with its program', async () => {
    expect(await llamas()).toMatchObject([{ id: 'llama3.2', available: false }])
    await finder.lookAround()
    expect(await llamas()).toEqual([
      {
        id: 'llama3.2',
        name: 'Llama llama3.2',
        vendor: 'meta',
        through: 'Ollama',
        price: 1,
        available: true,
        reason: null,
        context: null,
        ownKey: false,
      },
    ])
    handle = (_, response) => response.writeHead(502).end()
    await finder.lookAround()
    expect(await llamas()).toMatchObject([{ available: false }])
  })

  it('isn’t looked for if the operator named an endpoint, or turned the search off', async () => {
    const asked = ollama.received.length
    const endpoint = { ...settings, vendors: { meta: { baseUrl: 'http://127.0.0.1:9/v1' } } }
    const ports = { ollama: ollama.port }
    for (const options of [
      { settings: endpoint, ports },
      { settings, ports: null },
    ]) {
      const other = createModelFinder({ db: world.db, now: () => new Date(), ...options })
      await other.lookAround()
      expect(other.found().local).toEqual([])
    }
    expect(ollama.received).toHaveLength(asked)
  })

  it('answers for credits, and costs no money even if the budget is 0', async () => {
    await finder.lookAround()
    const events = await compare()
    expect(events.find(({ event }) => event === 'delta')?.data.text).toBe('Hello from this machine.')
    expect(events.find(({ event }) => event === 'done')?.data).toMatchObject({ cost: 0 })
    expect(events.at(-1)?.data.credits).toBe(28)
    const { version } = await world.db
      .selectFrom('comparisonAnswers')
      .select('version')
      .where('model', '=', 'llama3.2')
      .executeTakeFirstOrThrow()
    // Without the folder of the operator's file.
    expect(version).toBe('llama')
  })

  it('that only says it is there is refunded: one that hangs, sends garbage, or leads elsewhere', async () => {
    const elsewhere = await startLocal(runtime({}))
    const lies: RequestListener[] = [
      () => undefined,
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: nonsense\n\n'),
      (_, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/v1/chat/completions` }).end(),
    ]
    for (const lie of lies) {
      await finder.lookAround()
      const listing = handle
      handle = (request, response) => (request.method === 'GET' ? listing : lie)(request, response)
      const events = await compare()
      expect(events.find(({ event }) => event === 'error')?.data).toMatchObject({ code: 'provider_unavailable' })
      expect(events.at(-1)?.data.credits).toBe(29)
    }
    expect(elsewhere.received).toEqual([])
    await elsewhere.stop()
  })
})
