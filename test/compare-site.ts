import { type AiVendors, startAiVendors } from './fakes/ai-vendors.ts'
import type { ReadEvent } from './read-events.ts'
import { createTestSite } from './test-site.ts'

/**
 * The fake models of each vendor, with their prices in credits. `test/fakes/ai-vendors.ts` says how they behave.
 */
const modelsOfVendors: Record<string, string> = {
  openai: 'steady=2, cut=2, faulty=3',
  anthropic: 'writer=3, silent=2',
  google: 'hostile=1',
  deepseek: 'stalls=4',
}

/**
 * A test site with fake vendors, which are configured as an operator would configure real ones. Aborting
 * `shutdownSignal` tells the app that its server is stopping. `as` is always the id of the user who makes the request.
 */
export async function createCompareSite(shutdownSignal?: AbortSignal) {
  const vendors: AiVendors = await startAiVendors()
  const clock = { time: new Date('2026-11-20T12:00:00Z') }
  const settings = Object.entries(modelsOfVendors).map(([vendor, models]) => {
    const baseUrl = vendors.baseUrl(vendor as Parameters<AiVendors['baseUrl']>[0])
    return [vendor, { key: 'sk-site-12345678', baseUrl, models }]
  })
  const testSite = await createTestSite({
    now: () => clock.time,
    site: {
      shutdownSignal,
      models: {
        vendors: Object.fromEntries(settings),
        dailyBudget: null,
        deadlines: { firstTokenMs: 60_000, totalMs: 60_000 },
      },
    },
  })
  let memberCount = 0
  return {
    ...testSite,
    vendors,
    clock,
    /** Adds a member and returns their id. */
    member: () => testSite.addUser(`comparer${++memberCount}`),
    /** Starts a comparison. `key`: the Idempotency-Key. */
    compare: (as: string, input: object, more: { key?: string; signal?: AbortSignal } = {}) =>
      testSite.stream('/api/comparisons', { as, json: { content: 'Say hello to {{name}}.', ...input }, ...more }),
    creditsOf: async (as: string) => (await testSite.request('/api/user/credits', { as })).body.credits as number,
    /** Reads a comparison. */
    read: async (id: string, as?: string, query = '') =>
      (await testSite.request(`/api/comparisons/${id}${query}`, { as })).body,
    post: (path: string, as: string | undefined, json: object = {}) =>
      testSite.request(path, { method: 'POST', as, json }),
    async close() {
      await vendors.close()
      await testSite.close()
    },
  }
}

export type CompareSite = Awaited<ReturnType<typeof createCompareSite>>

/** Returns the id of the comparison that these events are about. */
export function comparisonIdIn(events: ReadEvent[]): string {
  return String(events[0]?.data.comparisonId)
}

/** Returns the events of one model, in their order. */
export function eventsOf(events: ReadEvent[], model: string): ReadEvent[] {
  return events.filter(({ data }) => data.model === model)
}
