import { useRouteContext } from '@tanstack/react-router'
import { tooFewCredits } from '#features/credits/rules.ts'
import { notify } from '#ui/notice.tsx'
import type { Api } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { newIdempotencyKey } from '#web/idempotency-key.ts'
import { announceCredits, readCredits } from './credit-store.ts'

/** Whether the balance, as far as it is known, pays for this. If not, the member is told what is needed. */
export function canSpend(amount: number): boolean {
  const { credits } = readCredits()
  if (credits === null || credits >= amount) return true
  notify({ title: 'Insufficient credits', text: tooFewCredits(amount, credits), failed: true })
  return false
}

/**
 * Takes credits; true when the server has. Refused here when the known balance is too low. A key makes the request
 * client's own second try after a network error harmless.
 */
export async function spendCredits(api: Api, amount: number, reason?: string): Promise<boolean> {
  if (!canSpend(amount)) return false
  try {
    const idempotencyKey = newIdempotencyKey()
    const { credits } = await api('POST /api/user/credits/decrease', { body: { amount, reason }, idempotencyKey })
    announceCredits({ credits, forced: true, source: 'spend' })
    return true
  } catch (error) {
    tellFailure(error, 'decrease')
    return false
  }
}

/** Gives back what was spent a moment ago; true when the server has. */
export async function returnCredits(api: Api, amount: number): Promise<boolean> {
  try {
    const idempotencyKey = newIdempotencyKey()
    const { credits } = await api('POST /api/user/credits/increase', { body: { amount }, idempotencyKey })
    announceCredits({ credits, forced: true, source: 'return' })
    return true
  } catch (error) {
    tellFailure(error, 'increase')
    return false
  }
}

/** The toasts of spec section 8: the server refused, or it wasn't reached. An ended session is told of elsewhere. */
function tellFailure(error: unknown, act: 'decrease' | 'increase'): void {
  if (!(error instanceof ApiError)) throw error
  if (error.credits !== undefined) announceCredits({ credits: error.credits, source: act })
  if (error.status === 401) return
  if (error.status === 402) notify({ title: 'Insufficient credits', text: error.message, failed: true })
  else if (act === 'decrease' && (error.status === 0 || error.status === 408)) {
    const text = "Couldn't decrease your credits. Please try again."
    notify({ title: 'Error updating credits', text, failed: true })
  } else {
    const text = `Unable to ${act} your credits. Please try again.`
    notify({ title: 'Credit Update Failed', text, failed: true })
  }
}

/**
 * Spends and gives back credits from a component; the chip in the header follows.
 * @public The screens that spend are still to come.
 */
export function useSpendCredits() {
  const { api } = useRouteContext({ from: '__root__' })
  return {
    spend: (amount: number, reason?: string) => spendCredits(api, amount, reason),
    giveBack: (amount: number) => returnCredits(api, amount),
  }
}
