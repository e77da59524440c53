import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWire, gives, givesText, offline, refuses, silence } from '#test/fakes/wire.ts'
import { createApi } from '#web/api.ts'
import { createQueryClient } from '#web/query-client.ts'
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
    const wire = fakeWire(gives(footer))
    expect(await createQueryClient().query(footerQuery(createApi({ fetch: wire })))).toEqual(footer)
    expect(wire.sent[0]?.path).toBe('/api/footer')
  })

  it('has the same message for every failure', async () => {
    for (const reply of [refuses(503, 'overloaded', 'Busy.'), givesText('<html>'), offline, silence]) {
      const failed = createQueryClient()
        .query(footerQuery(createApi({ fetch: fakeWire(reply) })))
        .catch((error) => error)
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ name: 'ApiError', message: 'Failed to fetch footer data.' })
    }
  })
})
