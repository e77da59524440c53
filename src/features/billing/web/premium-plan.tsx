import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Plans, Subscription } from '#features/billing/contract.ts'
import { formatMoney } from '#features/billing/rules.ts'
import { monthlyCredits } from '#features/credits/rules.ts'
import { usDate } from '#lib/us-date.ts'
import { Deferred } from '#ui/deferred.tsx'
import { CancelDialog, ResumeDialog } from './cancel-dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { usePayRenewal } from './use-pay-renewal.ts'

const loadCardForm = () => import('./stripe-form.tsx').then(({ StripeForm }) => StripeForm)

type OpenDialog = 'buy' | 'cancel' | 'resume' | null

/**
 * What Premium's credits buy here, as a line of the plan. Null if they buy nothing because no language model is
 * available, and undefined if the models couldn't be loaded.
 */
export type CreditValue = { buys?: string | null }

/**
 * Shows the premium plan with its actions: buy, cancel, resume. If its credits buy nothing here, users without Premium
 * see why it isn't sold.
 */
export function PremiumPlan({
  status,
  plans,
  credits: { buys },
}: {
  status: Subscription
  plans: Plans
  credits: CreditValue
}) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const { pending, openPortal } = usePayRenewal()
  const { amount, currency, interval } = plans.premium
  const price = formatMoney(amount, currency)
  const { hasActiveSubscription, cancelAtPeriodEnd, currentPeriodEnd, provider } = status
  const isSubscribed = hasActiveSubscription || status.status === 'past_due'
  if (!isSubscribed && buys === null) return <NotSold />
  const close = () => setOpenDialog(null)
  return (
    <PlanCard
      name="Premium"
      price={price}
      period={`a ${interval}`}
      benefits={[
        `${monthlyCredits.premium} credits every month`,
        ...(buys ? [buys] : []),
        'Everything in the free plan',
        'Cancel at any time',
      ]}
      isOwn={hasActiveSubscription}
    >
      {isSubscribed && currentPeriodEnd && status.status !== 'past_due' && (
        <p className="text-ink-2">
          {cancelAtPeriodEnd ? 'Ends on ' : 'Renews on '}
          <time dateTime={currentPeriodEnd}>{usDate(currentPeriodEnd)}</time>
          {cancelAtPeriodEnd ? '. You keep Premium until then.' : '.'}
        </p>
      )}
      {!isSubscribed && (
        <button type="button" className="btn btn-primary btn-big" onClick={() => setOpenDialog('buy')}>
          Go Premium
        </button>
      )}
      {isSubscribed && (
        <div className="flex flex-wrap gap-2">
          {cancelAtPeriodEnd ? (
            <button type="button" className="btn" onClick={() => setOpenDialog('resume')}>
              Resume Premium
            </button>
          ) : (
            <button type="button" className="btn" onClick={() => setOpenDialog('cancel')}>
              Cancel Premium
            </button>
          )}
          {provider === 'stripe' && (
            <button type="button" className="btn" aria-disabled={pending} onClick={openPortal}>
              Card and receipts
            </button>
          )}
        </div>
      )}
      {openDialog === 'buy' && provider === 'sandbox' && <SubscribeDialog price={price} onClose={close} />}
      {openDialog === 'buy' && provider === 'stripe' && (
        <Deferred load={loadCardForm} props={{ price, onClose: close }} />
      )}
      {openDialog === 'cancel' && currentPeriodEnd && (
        <CancelDialog until={currentPeriodEnd} isRenewalUnpaid={status.status === 'past_due'} onClose={close} />
      )}
      {openDialog === 'resume' && currentPeriodEnd && (
        <ResumeDialog until={currentPeriodEnd} price={price} onClose={close} />
      )}
    </PlanCard>
  )
}

function NotSold() {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-h3">
        Premium
      </h2>
      <p>
        Premium isn’t sold on this site. Only the Composer uses credits here. You get {monthlyCredits.free} a month for
        free. To ask language models,{' '}
        <Link to="/prompt-generator" hash="own-keys" className="link">
          bring your own key
        </Link>
        . Their answers cost no credits.
      </p>
    </section>
  )
}
