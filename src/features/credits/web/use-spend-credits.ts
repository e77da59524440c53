import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import { newIdempotencyKey } from '#client/idempotency-key.ts'
import { insufficientCreditsMessage } from '#features/credits/rules.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { announceCredits, readCredits } from './credit-store.ts'

/** Tells whether the known balance is enough, and shows a notice if it isn't. An unknown balance counts as enough. */
export function canSpend(amount: number): boolean {
  const { credits } = readCredits()
  if (credits === null || credits >= amount) return true
  notify({ title: t('Insufficient credits'), text: insufficientCreditsMessage(amount, credits), isFailure: true })
  return false
}

/**
 * Spends credits and returns whether that succeeded. Refuses if the known balance is too low. The idempotency key
 * prevents an automatic retry from spending twice.
 */
export async function spendCredits(api: Api, amount: number, reason?: string): Promise<boolean> {
  if (!canSpend(amount)) return false
  try {
    const idempotencyKey = newIdempotencyKey()
    const { credits } = await api('POST /api/user/credits/decrease', { body: { amount, reason }, idempotencyKey })
    announceCredits({ credits, forced: true, source: 'spend' })
    return true
  } catch (error) {
    notifyFailure(error, 'decrease')
    return false
  }
}

/** Gives back credits that were just spent, and returns whether that succeeded. */
export async function returnCredits(api: Api, amount: number): Promise<boolean> {
  try {
    const idempotencyKey = newIdempotencyKey()
    const { credits } = await api('POST /api/user/credits/increase', { body: { amount }, idempotencyKey })
    announceCredits({ credits, forced: true, source: 'return' })
    return true
  } catch (error) {
    notifyFailure(error, 'increase')
    return false
  }
}

/**
 * Publishes the balance in the error, if it has one. Shows a notice about any failure of the request except an ended
 * session, which has its own notice.
 */
function notifyFailure(error: unknown, action: 'decrease' | 'increase'): void {
  if (!(error instanceof ApiError)) throw error
  if (error.credits !== undefined) announceCredits({ credits: error.credits, source: action })
  if (error.status === 401) return
  if (error.status === 402) notify({ title: t('Insufficient credits'), text: error.message, isFailure: true })
  else if (action === 'decrease' && (error.status === 0 || error.status === 408)) {
    const text = t("Couldn't decrease your credits. Please try again.")
    notify({ title: t('Error updating credits'), text, isFailure: true })
  } else {
    const text =
      action === 'decrease'
        ? t('Unable to decrease your credits. Please try again.')
        : t('Unable to increase your credits. Please try again.')
    notify({ title: t('Credit Update Failed'), text, isFailure: true })
  }
}

/**
 * Spends and returns credits from a component. The header shows the new balance.
 * @public No screen uses it yet.
 */
export function useSpendCredits() {
  const { api } = useRouteContext({ from: '__root__' })
  return {
    spend: (amount: number, reason?: string) => spendCredits(api, amount, reason),
    returnCredits: (amount: number) => returnCredits(api, amount),
  }
}
