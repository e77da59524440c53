import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tokenPrefix } from '#features/tokens/server/token-text.ts'
import { noLog } from '#server/telemetry/request-log.ts'
import { callMax, longestTurnMsOf } from '#test/cpu-time.ts'
import { makeToken } from '#test/mcp-client.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { promptNameOf } from '../prompt-name-rules.ts'

/** How many random requests each test sends. Set FUZZ_RUNS=10000 for a longer test. */
const runs = Number(process.env.FUZZ_RUNS ?? 400)
/** This word is only in hidden texts, never in a request. */
const secret = 'zzhiddentextzz'

/** Receives the unexpected errors of the site. */
const logged = vi.fn()
let testSite: TestSite
const names: string[] = []
const tokens: string[] = []
beforeAll(async () => {
  testSite = await createTestSite({ site: { log: { ...noLog, error: logged } } })
  const author = await testSite.addUser('Author')
  for (const status of ['draft', 'pending', 'removed', 'deleted'] as const) {
    const hidden = await testSite.addPrompt({
      title: `Hidden ${status}`,
      description: `${secret} in a list`,
      content: `${secret} with {{a}} blank`,
      featured: true,
    })
    await testSite.db.updateTable('prompts').set({ status, userId: author }).where('id', '=', hidden.id).execute()
    names.push(hidden.slug, hidden.id, promptNameOf(hidden))
  }
  const shown = await testSite.addPrompt({ title: 'Shown', featured: true })
  names.push(shown.slug, shown.id)
  const other = await testSite.addUser('Other', 'admin')
  for (const scopes of [['read'], ['write'], ['read', 'write', 'run']] as const)
    tokens.push((await makeToken(testSite, other, [...scopes])).token)
})
afterAll(() => testSite.close())

const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const methods = [
  'initialize',
  'server/discover',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'skills/list',
  'skills/get',
  'subscriptions/listen',
  'ping',
]
const tools = ['search_prompts', 'get_prompt', 'search_tools', 'search', 'fetch', 'save_prompt', 'create_prompt']

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }))
const name = fc.oneof(
  { weight: 3, arbitrary: fc.nat(1000).map((n) => names[n % names.length] ?? '') },
  fc.string({ unit: 'binary', maxLength: 400 }),
)
const params = fc.record(
  {
    name: fc.oneof(name, fc.constantFrom(...tools)),
    uri: name.map((one) => `skill://${one}/SKILL.md`),
    cursor: fc.string(),
    arguments: fc.oneof(
      anything,
      fc.record({
        name: fc.oneof(name, anything),
        id: fc.oneof(name, anything),
        query: fc.oneof(fc.constantFrom('Hidden draft', 'removed', 'blank'), anything),
        limit: fc.oneof(fc.integer(), anything),
        values: fc.oneof(fc.dictionary(fc.string(), fc.string()), anything),
        title: anything,
        content: anything,
        category: fc.oneof(fc.constant('general'), anything),
      }),
    ),
    ref: fc.oneof(
      name.map((one) => ({ type: 'ref/prompt', name: one })),
      anything,
    ),
    argument: fc.oneof(fc.record({ name: fc.string(), value: fc.string() }), anything),
    inputResponses: anything,
    requestState: anything,
    protocolVersion: fc.constantFrom('2025-11-25', '2024-11-05', 'x'),
    capabilities: anything,
    clientInfo: anything,
    _meta: fc.oneof(
      fc.constant({ [version]: '2026-07-28', [capabilities]: { elicitation: {} } }),
      fc.constant({ [version]: '2026-07-28', [capabilities]: {} }),
      anything,
    ),
  },
  { requiredKeys: [] },
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, anything),
    id: fc.oneof(fc.nat(), fc.string(), anything),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, fc.string()),
    params: fc.oneof({ weight: 9, arbitrary: params }, anything),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
)
const list = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.nat(),
  method: fc.constantFrom('prompts/list', 'skills/list', 'resources/list'),
  params: fc.constant({ _meta: { [version]: '2026-07-28', [capabilities]: {} } }),
})
const body = fc.oneof(
  { weight: 2, arbitrary: list.map((one) => JSON.stringify(one)) },
  { weight: 9, arbitrary: message.map((one) => JSON.stringify(one)) },
  fc.array(message, { maxLength: 12 }).map((all) => JSON.stringify(all)),
  fc.string({ unit: 'binary' }),
)
const visible = fc.string({ unit: 'grapheme-ascii', maxLength: 90 })
const authorization = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 6, arbitrary: fc.nat(2).map((n) => `Bearer ${tokens[n]}`) },
  visible.map((text) => `Bearer ${tokenPrefix}${text}`),
  // The start of a valid token, which has 75 characters, and other text after it.
  fc.tuple(fc.nat(2), fc.nat(74), visible).map(([n, at, text]) => `Bearer ${tokens[n]?.slice(0, at)}${text}`),
  visible,
)
const headers = fc.record(
  {
    authorization,
    'mcp-protocol-version': fc.constantFrom(undefined, '2026-07-28', '2025-11-25', 'x'),
    'mcp-method': fc.option(fc.constantFrom(...methods), { nil: undefined }),
    'mcp-name': fc.option(visible, { nil: undefined }),
    accept: fc.constantFrom('application/json, text/event-stream', 'application/json', '*/*', undefined),
  },
  { requiredKeys: ['authorization'] },
)

describe('hostile prompts', () => {
  it('of 200,000 characters each are listed without a stall, and only once in a batch', async () => {
    const site = await createTestSite()
    await site.addPrompts(40, { featured: true, content: '<topic> '.repeat(24_000) })
    const post = (json: object) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      return site.app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(json) })
    }
    const listed = (id: number, method: string) => ({ jsonrpc: '2.0', id, method })
    await post([listed(1, 'tools/list')])
    const batch = [listed(1, 'prompts/list'), listed(2, 'skills/list')]
    let text = ''
    const work = async () => {
      text = await (await post(batch)).text()
    }
    expect(await longestTurnMsOf(work)).toBeLessThan(callMax)
    expect(text.match(/"frontmatter":/g)).toHaveLength(40)
    const refused = await post([...batch, listed(3, 'prompts/list')])
    expect(await refused.json()).toMatchObject({ code: 'validation_failed' })
    await site.close()
  })
})

describe('hostile requests', () => {
  it('to /mcp cause no server error, and reveal nothing hidden', async () => {
    await fc.assert(
      fc.asyncProperty(body, headers, async (text, chosenHeaders) => {
        const sentHeaders = new Headers({ 'content-type': 'application/json' })
        for (const [key, value] of Object.entries(chosenHeaders)) if (value !== undefined) sentHeaders.set(key, value)
        const response = await testSite.app.request('/mcp', { method: 'POST', body: text, headers: sentHeaders })
        const read = await readSome(response)
        expect(response.status).toBeLessThan(500)
        expect(read).not.toContain(secret)
        expect(logged).not.toHaveBeenCalled()
      }),
      { numRuns: runs },
    )
  })

  it('to the API with any token cause no server error, and reveal nothing hidden', async () => {
    const paths = fc.oneof(
      name.map((one) => `/api/prompts/${encodeURIComponent(one.toWellFormed())}`),
      fc.constantFrom('/api/user', '/api/user/prompts', '/api/favorites', '/api/user/tokens', '/api/admin/users'),
      fc.constantFrom('/api/search?q=hidden', '/api/prompts/featured', '/api/user/export', '/api/prompts'),
    )
    await fc.assert(
      fc.asyncProperty(paths, authorization, async (path, sent) => {
        const headers: Record<string, string> = sent === undefined ? {} : { authorization: sent }
        const response = await testSite.app.request(path, { headers })
        expect(response.status).toBeLessThan(500)
        expect(await response.text()).not.toContain(secret)
      }),
      { numRuns: runs },
    )
  })
})

/** Returns the text of a response. Of a stream that stays open, returns what arrives before a pause of 500 ms. */
async function readSome(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  let text = ''
  while (reader) {
    const pause = Symbol('pause')
    const part = await Promise.race([reader.read(), new Promise<typeof pause>((done) => setTimeout(done, 500, pause))])
    if (part === pause || part.done) break
    text += new TextDecoder().decode(part.value)
  }
  await reader?.cancel()
  return text
}
