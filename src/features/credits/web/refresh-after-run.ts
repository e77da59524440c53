import { refreshCredits } from './credit-store.ts'

/** Within this time, in ms, the server charges or releases the credits of an interrupted run. */
const settledAfterMs = 1_500

/**
 * Requests the balance again after a run that ended without reporting its cost. Waits until the server has charged or
 * released the run's credits, and bypasses all caches.
 */
export function refreshCreditsAfterRun(): void {
  setTimeout(() => {
    refreshCredits({ forced: true }).catch((error: unknown) => console.warn('The credits could not be loaded.', error))
  }, settledAfterMs)
}
