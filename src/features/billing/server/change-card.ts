import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Billing } from './billing-context.ts'
import { changeSubscription, syncSubscription } from './sync-subscription.ts'

const cardJob = 'change-card'

/** A card for the later renewals of a subscription. `side` is the payment account. */
type CardChange = { subscriptionId: string; card: string; side: string }

/** Adds a job that changes the card of a subscription, so that a provider that is away can't undo what was paid. */
export async function changeCardLater(
  tx: Tx,
  { jobs, payments }: Billing,
  change: Omit<CardChange, 'side'>,
): Promise<void> {
  const job: CardChange = { ...change, side: payments.account }
  await jobs.add(tx, cardJob, job, { key: `${change.subscriptionId}:${change.card}` })
}

/** Handles the job that `changeCardLater` adds. A subscription that has ended keeps its card. */
export function handleCardChanges(billing: Billing): void {
  billing.jobs.handle(cardJob, async (data) => {
    const { subscriptionId, card, side } = data as CardChange
    if (side !== billing.payments.account) return
    try {
      await changeSubscription(billing, subscriptionId, (stripe) =>
        stripe.subscriptions.update(subscriptionId, { default_payment_method: card }),
      )
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return
      throw error
    }
    await syncSubscription(billing, subscriptionId)
  })
}
