import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runtimeHandler, runtimeResponses, startLocalServer } from '#test/fakes/local-runtimes.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Model } from '../contract.ts'
import { type LocalServer, localServerLine } from '../local-model-rules.ts'
import { createModelFinder, type ModelFinder } from './create-model-finder.ts'
import { createModels } from './create-models.ts'
import { type FoundModels, nothingFound } from './model-source.ts'
import type { ModelSettings } from './vendor-settings.ts'

const deadlines = { firstTokenMs: 60_000, totalMs: 60_000 }
const settings: ModelSettings = { vendors: {}, dailyBudget: 0, deadlines }

let testSite: TestSite
let ollama: Awaited<ReturnType<typeof startLocalServer>>
/** How the fake Ollama responds. */
let handle: RequestListener
let finder: ModelFinder

beforeAll(async () => {
  ollama = await startLocalServer((request, response) => handle(request, response))
  testSite = await createTestSite({ site: { models: { ...settings, readFound: () => finder.readFound() } } })
})
beforeEach(() => {
  handle = runtimeHandler(runtimeResponses.ollama)
  finder = createModelFinder({ db: testSite.db, now: () => new Date(), settings, ports: { ollama: ollama.port } })
})
afterAll(async () => {
  await ollama.stop()
  await testSite.close()
})

const llamas = async () =>
  ((await testSite.request('/api/models')).body as Model[]).filter(({ vendor }) => vendor === 'meta')

let memberCount = 0
/** Asks Llama and the composer as a new member, who has 30 credits. Returns the events, without the composer's. */
async function compare() {
  const as = await testSite.addUser(`local${++memberCount}`)
  const json = { content: 'Say hello.', models: ['llama3.2', 'composer'] }
  const events = await (await testSite.stream('/api/comparisons', { as, json })).events()
  return events.filter(({ data }) => data.model === 'llama3.2' || data.model === undefined)
}

describe('Llama on this machine', () => {
  it('is available without any setting while its program runs', async () => {
    expect(await llamas()).toMatchObject([{ id: 'llama3.2', available: false }])
    await finder.findLocal()
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
        ownKey: null,
      },
    ])
    handle = (_, response) => response.writeHead(502).end()
    await finder.findLocal()
    expect(await llamas()).toMatchObject([{ available: false }])
  })

  it('is reported once when it is found, also if its program starts later than the server', async () => {
    const reported: string[] = []
    const onFound = (server: LocalServer) => reported.push(localServerLine(server))
    const ports = { ollama: ollama.port }
    const other = createModelFinder({ db: testSite.db, now: () => new Date(), settings, ports, onFound })
    handle = (_, response) => response.writeHead(502).end()
    await other.findLocal()
    expect(reported).toEqual([])
    handle = runtimeHandler(runtimeResponses.ollama)
    await other.findLocal()
    await other.findLocal()
    expect(reported).toEqual(['Found a local Llama: llama3.2, served by Ollama'])
  })

  it('isn’t searched for if the operator set an endpoint or turned the search off', async () => {
    const requestsBefore = ollama.received.length
    const endpoint = { ...settings, vendors: { meta: { baseUrl: 'http://127.0.0.1:9/v1' } } }
    const ports = { ollama: ollama.port }
    for (const options of [
      { settings: endpoint, ports },
      { settings, ports: null },
    ]) {
      const other = createModelFinder({ db: testSite.db, now: () => new Date(), ...options })
      await other.findLocal()
      expect(other.readFound().local).toEqual([])
    }
    expect(ollama.received).toHaveLength(requestsBefore)
  })

  it('costs members credits but the site nothing, so it answers even if the budget is 0', async () => {
    await finder.findLocal()
    const events = await compare()
    expect(events.find(({ event }) => event === 'delta')?.data.text).toBe('Hello from this machine.')
    expect(events.find(({ event }) => event === 'done')?.data).toMatchObject({ cost: 0 })
    expect(events.at(-1)?.data.credits).toBe(28)
    const { version } = await testSite.db
      .selectFrom('comparisonAnswers')
      .select('version')
      .where('model', '=', 'llama3.2')
      .executeTakeFirstOrThrow()
    // The program reports this model as `/home/ada/models/llama.gguf`. The operator's folders aren't stored.
    expect(version).toBe('llama')
  })

  it('costs no credits if it is listed but hangs, sends garbage or redirects', async () => {
    const redirectTarget = await startLocalServer(runtimeHandler({}))
    const hang = () => undefined
    const faults: RequestListener[] = [
      hang,
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: nonsense\n\n'),
      (_, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${redirectTarget.port}/v1/chat/completions` }).end(),
    ]
    for (const fault of faults) {
      await finder.findLocal()
      const handleList = handle
      handle = (request, response) => (request.method === 'GET' ? handleList : fault)(request, response)
      deadlines.firstTokenMs = fault === hang ? 100 : 60_000
      const events = await compare()
      expect(events.find(({ event }) => event === 'error')?.data).toMatchObject({ code: 'provider_unavailable' })
      expect(events.at(-1)?.data.credits).toBe(29)
    }
    expect(redirectTarget.received).toEqual([])
    await redirectTarget.stop()
  })

  it('is cut off before an endless line or an endless error response fills the memory', async () => {
    for (const status of [200, 500]) {
      let written = 0
      const writtenMax = 256 * 1024 * 1024
      handle = (request, response) => {
        if (request.method === 'GET') return runtimeHandler(runtimeResponses.ollama)(request, response)
        response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
        const writeMore = () => {
          if (response.destroyed || written >= writtenMax) return void response.destroy()
          written += 1024 * 1024
          response.write('x'.repeat(1024 * 1024), () => setImmediate(writeMore))
        }
        response.write('data: ')
        writeMore()
      }
      await finder.findLocal()
      expect(await compare()).toMatchObject([
        { event: 'start' },
        { event: 'error' },
        { event: 'end', data: { credits: 29 } },
      ])
      expect(written).toBeLessThan(writtenMax / 2)
    }
  })

  it('fails if it disappears after it was chosen, and no other model answers in its place', async () => {
    // After it disappears, `llama3.2` is still listed, as a model that the operator hasn't connected.
    for (const id of ['llama3.1:8b', 'llama3.2']) {
      const baseUrl = `http://127.0.0.1:${ollama.port}/v1`
      let found: FoundModels = {
        local: [{ runtime: 'ollama', baseUrl, models: [{ id, context: null }] }],
        openRouter: null,
      }
      const log = () => undefined
      const models = createModels({
        db: testSite.db,
        now: () => new Date(),
        settings: { ...settings, readFound: () => found },
        log,
      })
      expect(await models.choose(id)).toMatchObject({ id, vendor: 'meta' })
      found = nothingFound
      const texts: string[] = []
      const signal = new AbortController().signal
      const answer = await models.askModel({
        model: id,
        prompt: 'Say hello.',
        signal,
        onText: (text) => texts.push(text),
      })
      expect(answer).toMatchObject({
        text: '',
        cost: 0,
        ending: { kind: 'failed', error: { code: 'provider_unavailable' } },
      })
      expect(texts).toEqual([])
    }
  })
})
