import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import type { Generation } from '#features/generator/contract.ts'

/** How often and how many times to ask the server about a stopped run, which it settles within a second or two. */
export const polling = { everyMs: 600, attemptsMax: 10 }

/** Polls the server until it has settled a stopped run. Returns what it stored, or null if it takes too long. */
export async function waitForStoppedRun(api: Api, runId: string | null): Promise<Generation | null> {
  for (let attempt = 0; attempt < polling.attemptsMax; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, polling.everyMs))
    try {
      const { items } = await api('GET /api/user/generations', { query: { limit: 5 }, fresh: true })
      const stored = items.find(({ id }) => id === runId)
      if (stored && stored.status !== 'running') return stored
    } catch (error) {
      // A failed request says nothing about the run, so the loop tries again. Other errors are bugs.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return null
}
