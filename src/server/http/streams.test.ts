import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let vendors: AiVendors
let testSite: TestSite
let server: Server
let member: string
let memberCount = 0
const clock = { ahead: 0 }

beforeAll(async () => {
  vendors = await startAiVendors()
  // `stalls` sends one chunk and then nothing more, and `silent` never responds. Each costs 7 of the 30 credits that a
  // new member has.
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: 'stalls=7, silent=7, writer=7' }
  testSite = await createTestSite({
    now: () => new Date(Date.now() + clock.ahead),
    site: { models: { vendors: { openai }, dailyBudget: null } },
  })
  server = createServer(
    getRequestListener((request, env) => testSite.app.fetch(request, env), { overrideGlobalObjects: false }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(async () => {
  member = await testSite.addUser(`streamer${++memberCount}`)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await vendors.close()
  await testSite.close()
})

const readCredits = async () => (await testSite.request('/api/user/credits', { as: member })).body.credits
const readHistory = async () => (await testSite.request('/api/user/generations', { as: member })).body.items

/** Sends a POST over a real connection, which the test can close. */
async function post(model: string) {
  const { port } = server.address() as AddressInfo
  const headers = { ...(await testSite.headersOf(member)), 'content-type': 'application/json' }
  const sentRequest = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/prompt-generator', headers })
  sentRequest.on('error', () => undefined)
  sentRequest.end(JSON.stringify({ idea: 'Write a letter', model }))
  const [response] = await once(sentRequest, 'response')
  return { sentRequest, response }
}

describe('a browser that disconnects in the middle of a stream', () => {
  it('ends the request to the vendor, and gets a refund if there was no text', async () => {
    const { sentRequest } = await post('silent')
    await expect.poll(() => vendors.received.at(-1)?.model).toBe('silent')
    sentRequest.destroy()
    await vendors.received.at(-1)?.closed
    await expect.poll(readCredits).toBe(30)
  })

  it('pays for the text so far', async () => {
    const { sentRequest, response } = await post('stalls')
    let text = ''
    for await (const chunk of response) {
      text += chunk
      if (text.includes('event: delta')) break
    }
    sentRequest.destroy()
    await vendors.received.at(-1)?.closed
    await expect.poll(async () => (await readHistory())[0].status).toBe('stopped')
    expect(await readCredits()).toBe(23)
  })
})

describe('a process that is killed in the middle of a run', () => {
  it('charges nothing: its hold expires, and a retry of the request starts a new run', async () => {
    const { cookie } = await testSite.headersOf(member)
    const settings = JSON.stringify({ connection: testSite.connection, cookie, baseUrl: vendors.baseUrl('openai') })
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/killed-run.ts'), settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([await readCredits(), (await readHistory())[0].status]).toEqual([23, 'running'])

    // The hold expires after 15 minutes.
    clock.ahead = 16 * 60_000
    expect([await readCredits(), (await readHistory())[0]]).toMatchObject([30, { status: 'failed', price: 0 }])

    // The killed process (test/killed-run.ts) sent the same request with the same key.
    const retry = await testSite.stream('/api/prompt-generator', {
      as: member,
      key: 'killed',
      json: { idea: 'Write a letter', model: 'stalls' },
    })
    const reader = (retry.response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!text.includes('event: delta')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    await expect
      .poll(async () => (await readHistory()).map(({ status }: { status: string }) => status))
      .toEqual(['stopped'])
    expect(await readCredits()).toBe(23)
  })
})
