import type { Subscription } from '#features/billing/contract.ts'
import { graceDays } from '#features/billing/rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'
import { rich } from '#ui/rich.ts'
import { CardPicker, readChosenCard } from './card-picker.tsx'
import { usePayRenewal } from './use-pay-renewal.ts'

/** Says that payments on this site aren't real, because the site uses the sandbox. */
export function SandboxBanner() {
  return (
    <p className="mb-6 border-accent-line border-l-4 bg-raised px-4 py-3">
      {rich(
        '<b>Sandbox payments: no money moves.</b> This site is in test mode: pick a test card, and you get Premium and its credits without paying. Never enter a real card.',
        { b: (text) => <b>{text}</b> },
      )}
    </p>
  )
}

/** Tells the user after a purchase that they have Premium now. */
export function PurchaseNote({ status }: { status: Subscription }) {
  return (
    <p
      role="status"
      className="mb-6 flex gap-3 rounded-1 border border-hair border-l-4 border-l-good bg-raised px-4 py-3"
    >
      <Icon name="circle-check" className="icon mt-0.5 text-good" />
      <span>
        <b>{t('You have Premium.')}</b>{' '}
        {status.currentPeriodEnd
          ? t('{monthlyCredits} credits are yours until {date}.', {
              monthlyCredits: status.monthlyCredits,
              date: usDate(status.currentPeriodEnd),
            })
          : t('{monthlyCredits} credits are yours.', { monthlyCredits: status.monthlyCredits })}
      </span>
    </p>
  )
}

const graceMs = graceDays * 86_400_000

/** Says that a renewal is unpaid, how long Premium continues, and how to pay. */
export function PastDueNote({ status }: { status: Subscription }) {
  const { pending, payWith, openPortal } = usePayRenewal()
  const { currentPeriodEnd, hasActiveSubscription, provider } = status
  const graceEnd = currentPeriodEnd && new Date(Date.parse(currentPeriodEnd) + graceMs).toISOString()
  return (
    <div className="mb-6">
      <FailureNote title={t('Your renewal was not paid')}>
        <p>
          {hasActiveSubscription && graceEnd
            ? t('You keep Premium until {date}. You get new credits when the renewal is paid.', {
                date: usDate(graceEnd),
              })
            : t('Premium has ended for now. It comes back, with new credits, when the renewal is paid.')}
        </p>
        {provider === 'stripe' ? (
          <button type="button" className="btn mt-2.5" aria-disabled={pending} onClick={openPortal}>
            {t('Change the card')}
          </button>
        ) : (
          <form
            className="form mt-2.5"
            onSubmit={(event) => {
              event.preventDefault()
              payWith(readChosenCard(event.currentTarget))
            }}
          >
            <CardPicker />
            <button type="submit" className="btn justify-self-start" aria-disabled={pending}>
              {pending ? t('Paying...') : t('Pay with this card')}
            </button>
          </form>
        )}
      </FailureNote>
    </div>
  )
}
