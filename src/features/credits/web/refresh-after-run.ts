import { refreshCredits } from './credit-store.ts'

/** The server charges or releases the credits of an interrupted run within this time, in ms. */
const settledAfterMs = 1_500

/**
 * Requests the balance again, bypassing all caches, after a run that ended without reporting its cost. Waits until the
 * server has charged or released the run's credits.
 */
export function refreshCreditsAfterRun(): void {
  setTimeout(() => {
    refreshCredits({ forced: true }).catch((error: unknown) => console.warn('The credits could not be loaded.', error))
  }, settledAfterMs)
}
