import { describe, expect, it } from 'vitest'
import { createAnswerCache } from '#platform/answer-cache.ts'
import { createListResponses } from './list-responses.ts'

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const listRequest = (id: number | string, more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/list', params: { _meta: meta }, ...more })
const headers = (more: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'prompts/list',
  ...more,
})
const headerReader = (all: Record<string, string>) => (name: string) => all[name]
const currentHeaders = headerReader(headers())
const respondWith = (result: object) => async () => Response.json({ result, jsonrpc: '2.0', id: 1 })

function createCacheWithClock() {
  let time = 0
  const answers = createAnswerCache({ maxBytes: 100_000, freshMs: 60_000, now: () => time })
  return {
    cache: createListResponses(answers),
    drop: () => answers.drop(['anything']),
    wait: (ms: number) => (time += ms),
  }
}

describe('the responses to visitors’ list requests', () => {
  it('are cached for a minute, and returned with each request’s id', async () => {
    const { cache, wait } = createCacheWithClock()
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
    await cache.findOrMake(listRequest(1), currentHeaders, respondWith({ prompts: [] }))
    const found = cache.find(listRequest('seven'), currentHeaders)
    expect(found?.type).toBe('application/json')
    expect(JSON.parse(found?.body ?? '')).toEqual({ jsonrpc: '2.0', id: 'seven', result: { prompts: [] } })
    wait(59_999)
    expect(cache.find(listRequest(2), currentHeaders)).not.toBeNull()
    wait(1)
    expect(cache.find(listRequest(2), currentHeaders)).toBeNull()
  })

  it('are event streams in the previous version of the protocol, and cached separately', async () => {
    const { cache } = createCacheWithClock()
    const previousHeaders = headerReader({ ...headers({ 'mcp-protocol-version': '2025-11-25' }), 'mcp-method': '' })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'prompts/list' })
    const event = 'event: message\ndata: {"result":{"prompts":[1]},"jsonrpc":"2.0","id":3}\n\n'
    await cache.findOrMake(body, previousHeaders, async () => new Response(event))
    expect(cache.find(body, previousHeaders)).toEqual({ type: 'text/event-stream', body: event })
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
  })

  it('are dropped when content changes, including responses in progress', async () => {
    const { cache, drop } = createCacheWithClock()
    await cache.findOrMake(listRequest(1), currentHeaders, respondWith({ prompts: ['old'] }))
    drop()
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
    await cache.findOrMake(listRequest(1), currentHeaders, async () => {
      drop()
      return respondWith({ prompts: ['old'] })()
    })
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
  })

  it.each([
    ['a token', listRequest(1), headers({ authorization: 'Bearer x' })],
    ['an origin', listRequest(1), headers({ origin: 'https://evil.example' })],
    ['a header that only browsers send', listRequest(1), headers({ 'sec-fetch-site': 'cross-site' })],
    ['another method in the header', listRequest(1), headers({ 'mcp-method': 'tools/list' })],
    ['another version in the header', listRequest(1), headers({ 'mcp-protocol-version': '2025-11-25' })],
    ['another content type', listRequest(1), headers({ 'content-type': 'text/plain' })],
    ['a cursor', listRequest(1, { params: { _meta: meta, cursor: 'x' } }), headers()],
    ['no id', JSON.stringify({ jsonrpc: '2.0', method: 'prompts/list', params: { _meta: meta } }), headers()],
    ['another method', listRequest(1, { method: 'prompts/get' }), headers()],
    ['a batch', `[${listRequest(1)}]`, headers()],
    ['invalid JSON', '{"', headers()],
    ['null', 'null', headers()],
  ])('are neither cached nor used for a request with %s', async (_, body, sentHeaders) => {
    const { cache, drop } = createCacheWithClock()
    await cache.findOrMake(listRequest(1), currentHeaders, respondWith({ prompts: ['public'] }))
    expect(cache.find(body, headerReader(sentHeaders))).toBeNull()
    drop()
    await cache.findOrMake(body, headerReader(sentHeaders), respondWith({ prompts: ['private'] }))
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
  })

  it('aren’t cached if the request failed', async () => {
    const { cache } = createCacheWithClock()
    await cache.findOrMake(listRequest(1), currentHeaders, async () => Response.json({ error: {}, id: 1 }))
    await cache.findOrMake(listRequest(1), currentHeaders, async () => Response.json({ result: {} }, { status: 500 }))
    expect(cache.find(listRequest(1), currentHeaders)).toBeNull()
  })
})
