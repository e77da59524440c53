import type { Generation } from '#features/generator/contract.ts'
import type { Api } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'

/** The server settles a stopped run within a second or two; it is asked again after this, in ms, so many times. */
export const settleTimes = { everyMs: 600, tries: 10 }

/** The run as it was kept after it was stopped; null when that could not be learned. */
export async function settleGeneration(api: Api, runId: string | null): Promise<Generation | null> {
  for (let tries = 0; tries < settleTimes.tries; tries++) {
    await new Promise((wake) => setTimeout(wake, settleTimes.everyMs))
    try {
      const { items } = await api('GET /api/user/generations', { query: { limit: 5 }, fresh: true })
      const kept = items.find(({ id }) => id === runId)
      if (kept && kept.status !== 'running') return kept
    } catch (error) {
      // Asked again: a lost line says nothing about the run. Anything else is a fault of ours.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return null
}
