import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { runtimeHandler, runtimeResponses, startLocalServer } from '#test/fakes/local-runtimes.ts'
import { type LocalRuntime, localRuntimeIds } from '../local-model-rules.ts'
import { findLocalModels, usualPortsExcept } from './find-local-models.ts'

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

async function start(handle: RequestListener) {
  const server = await startLocalServer(handle)
  running.push(server)
  return server
}

/** Starts a server with the given handler, and looks for the program `id` on its port. */
async function findAt(id: LocalRuntime, handle: RequestListener) {
  const { port } = await start(handle)
  return findLocalModels({ [id]: port })
}

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('Llama on this machine', () => {
  it('is found in Ollama, llama.cpp and LM Studio, except models that run in a cloud', async () => {
    const servers = await Promise.all(localRuntimeIds.map((id) => start(runtimeHandler(runtimeResponses[id]))))
    const ports = Object.fromEntries(localRuntimeIds.map((id, index) => [id, servers[index]?.port]))
    const found = await findLocalModels(ports)
    expect(found.map(({ runtime, models }) => ({ runtime, models }))).toEqual([
      { runtime: 'ollama', models: [{ id: 'llama3.2', context: null }] },
      { runtime: 'llama-cpp', models: [{ id: 'Llama-3.2-3B-Instruct-Q4_K_M', context: 8192 }] },
      { runtime: 'lm-studio', models: [{ id: 'meta-llama-3.1-8b-instruct', context: 131_072 }] },
    ])
    expect(found.map(({ baseUrl }) => baseUrl)).toEqual(servers.map(({ port }) => `http://127.0.0.1:${port}/v1`))
    expect(servers.map(({ received }) => received)).toEqual(
      localRuntimeIds.map((id) => [`GET ${Object.keys(runtimeResponses[id])[0]}`]),
    )
  })

  it('isn’t found if nothing listens, or another program does', async () => {
    const { port, stop } = await startLocalServer(() => undefined)
    await stop()
    expect(await findLocalModels({ ollama: port })).toEqual([])
    const page: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    for (const id of localRuntimeIds) {
      expect(await findAt(id, page)).toEqual([])
      expect(await findAt(id, (_, response) => response.writeHead(401).end('{}'))).toEqual([])
      expect(await findAt(id, json({ models: 'all', data: [{ id: 7 }] }))).toEqual([])
      expect(await findAt(id, json(null))).toEqual([])
    }
    // This is another kind of server with a similar list.
    expect(await findAt('llama-cpp', json({ data: [{ id: 'llama-3', owned_by: 'somebody' }] }))).toEqual([])
  })

  it('isn’t found if its server hangs, before or after the first byte', async () => {
    const halfway: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"models":[')
    }
    const ports = { ollama: (await start(() => undefined)).port, 'lm-studio': (await start(halfway)).port }
    expect(await findLocalModels(ports, 100)).toEqual([])
  })

  it('isn’t found through a redirect', async () => {
    const elsewhere = await start(runtimeHandler(runtimeResponses.ollama))
    const redirect: RequestListener = (request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}${request.url}` }).end()
    expect(await findAt('ollama', redirect)).toEqual([])
    expect(elsewhere.received).toEqual([])
  })

  it('is ignored if the list of models never ends; of a long list, only the first five Llama models are used', async () => {
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const writeMore = () =>
        response.write(`"${'x'.repeat(64 * 1024)}",`, () => !response.destroyed && setImmediate(writeMore))
      response.write('{"models":[')
      writeMore()
    }
    expect(await findAt('ollama', endless)).toEqual([])
    const names = [
      'llama3<script>',
      'llama3\u202E',
      'llama3',
      'llama3:latest',
      'llama-guard3',
      'llava-llama3',
      'ollama',
    ]
    const many = [...names, ...Array.from({ length: 2_000 }, (_, i) => `llama3:${i}b`)].map((name) => ({ name }))
    const [server] = await findAt('ollama', json({ models: many }))
    expect(server?.models.map(({ id }) => id)).toEqual(['llama3', 'llama3:0b', 'llama3:1b', 'llama3:2b', 'llama3:3b'])
  })

  it('isn’t searched for on the port of this site', () => {
    expect(usualPortsExcept(8080)).toEqual({ ollama: 11_434, 'lm-studio': 1234 })
    expect(usualPortsExcept(3000)).toEqual({ ollama: 11_434, 'llama-cpp': 8080, 'lm-studio': 1234 })
  })
})
