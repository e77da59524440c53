import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plans, Subscription } from '#features/billing/contract.ts'
import { formatMoney } from '#features/billing/rules.ts'
import { monthlyCredits } from '#features/credits/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { CancelDialog, ResumeDialog } from './cancel-dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { usePayRenewal } from './use-pay-renewal.ts'

const loadCardForm = () => import('./stripe-form.tsx').then(({ StripeForm }) => StripeForm)

type OpenDialog = 'buy' | 'cancel' | 'resume' | null

/**
 * What credits buy here: an answer from each family with its price, and a phrase about an amount of credits, or null if
 * no language model is available. Empty if the models couldn't be loaded.
 */
export type CreditValue = { answers?: { name: string; price: number }[]; buys?: (credits: number) => string | null }

const premiumCredits = () => t('{credits} credits every month', { credits: monthlyCredits.premium })
const otherBenefits = [msg('Everything in the free plan'), msg('Cancel at any time')]

/**
 * Shows the premium plan with its actions: buy, cancel, resume. While it can't be bought, users without Premium see why.
 */
export function PremiumPlan({ status, plans, credits }: { status: Subscription; plans: Plans; credits: CreditValue }) {
  const buys = credits.buys?.(monthlyCredits.premium)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const { pending, openPortal } = usePayRenewal()
  const { amount, currency, interval, closed } = plans.premium
  const price = formatMoney(amount, currency)
  const { hasActiveSubscription, cancelAtPeriodEnd, currentPeriodEnd, provider } = status
  const isSubscribed = hasActiveSubscription || status.status === 'past_due'
  const close = () => setOpenDialog(null)
  return (
    <PlanCard
      name={t('Premium')}
      price={price}
      period={interval === 'year' ? t('a year') : t('a month')}
      benefits={[premiumCredits(), ...(buys ? [buys] : []), ...otherBenefits.map((text) => translate(text))]}
      isOwn={hasActiveSubscription}
    >
      {isSubscribed && currentPeriodEnd && status.status !== 'past_due' && (
        <p className="text-ink-2">
          {cancelAtPeriodEnd
            ? rich('Ends on {date}. You keep Premium until then.', { date: <PeriodEnd date={currentPeriodEnd} /> })
            : rich('Renews on {date}.', { date: <PeriodEnd date={currentPeriodEnd} /> })}
        </p>
      )}
      {!isSubscribed && closed && <Closed reason={closed} />}
      {!isSubscribed && !closed && (
        <button type="button" className="btn btn-primary btn-big" onClick={() => setOpenDialog('buy')}>
          {t('Go Premium')}
        </button>
      )}
      {isSubscribed && (
        <div className="flex flex-wrap gap-2">
          {cancelAtPeriodEnd ? (
            <button type="button" className="btn" onClick={() => setOpenDialog('resume')}>
              {t('Resume Premium')}
            </button>
          ) : (
            <button type="button" className="btn" onClick={() => setOpenDialog('cancel')}>
              {t('Cancel Premium')}
            </button>
          )}
          {provider === 'stripe' && (
            <button type="button" className="btn" aria-disabled={pending} onClick={openPortal}>
              {t('Card and receipts')}
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

function Closed({ reason }: { reason: string }) {
  return (
    <p>
      {rich('{reason} To ask language models now, <link>bring your own key</link>. Their answers cost no credits.', {
        reason,
        link: (text) => (
          <Link to="/prompt-generator" hash="own-keys" className="link">
            {text}
          </Link>
        ),
      })}
    </p>
  )
}

/** Shows what Premium is while its price or the user's subscription can't be read, with the reason and a retry. */
export function UnavailablePremium({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <PlanCard
      name={t('Premium')}
      benefits={[premiumCredits(), ...otherBenefits.map((text) => translate(text))]}
      isOwn={false}
    >
      <FailureNote
        title={t('Premium is not available right now')}
        action={
          <button type="button" className="btn" onClick={onRetry}>
            {t('Try again')}
          </button>
        }
      >
        {reason}
      </FailureNote>
    </PlanCard>
  )
}

function PeriodEnd({ date }: { date: string }) {
  return <time dateTime={date}>{usDate(date)}</time>
}
