import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { errorReply, fakeTransport, jsonReply, noReply, offline, textReply } from '#test/fakes/transport.ts'
import { footerQuery } from './footer-queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the footer', () => {
  it('loads from /api/footer', async () => {
    const footer = { categories: [], tools: [], stats: { prompts: 879, tools: 0, contributors: 12 }, rated: false }
    const transport = fakeTransport(jsonReply(footer))
    expect(await createQueryClient().query(footerQuery(createApi({ fetch: transport })))).toEqual(footer)
    expect(transport.sent[0]?.path).toBe('/api/footer')
  })

  it('has the same message for every failure', async () => {
    for (const reply of [errorReply(503, 'overloaded', 'Busy.'), textReply('<html>'), offline, noReply]) {
      const failure = createQueryClient()
        .query(footerQuery(createApi({ fetch: fakeTransport(reply) })))
        .catch((error) => error)
      await vi.runAllTimersAsync()
      expect(await failure).toMatchObject({ name: 'ApiError', message: 'Failed to fetch footer data.' })
    }
  })
})
