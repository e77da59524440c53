import { refreshCredits } from './credit-store.ts'

/** What was set aside for a run that broke off is charged or given back within this, in ms. */
const settledAfterMs = 1_500

/** A run broke off without a word about the balance: it is read anew once the server has settled, past every kept answer. */
export function settleCredits(): void {
  setTimeout(() => {
    refreshCredits({ forced: true }).catch((error: unknown) => console.warn('The credits could not be read.', error))
  }, settledAfterMs)
}
