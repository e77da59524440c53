import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoney } from '#features/billing/rules.ts'
import { monthlyCredits } from '#features/credits/rules.ts'
import { CreditGauge } from '#features/credits/web/credit-gauge.tsx'
import { creditSummaryQuery } from '#features/credits/web/credit-queries.ts'
import { WorkLink } from '#features/credits/web/work-link.tsx'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { PlanCard } from './plan-card.tsx'
import { priceOf } from './plan-lines.tsx'
import { PlanTable } from './plan-table.tsx'
import { type CreditValue, PremiumPlan, UnavailablePremium } from './premium-plan.tsx'
import { PastDueNote, PurchaseNote, SandboxBanner } from './subscription-notices.tsx'
import { invoicesQuery, nextAllowance, plansQuery, subscriptionQuery } from './subscription-queries.ts'

/**
 * The page Subscription Plans shows Free and Premium side by side, and the user's credit balance and invoices.
 * `isAfterPurchase` is true if it opens right after a purchase. `credits` says what credits buy, and is undefined while
 * the models load.
 */
export function SubscriptionPage({
  isAfterPurchase = false,
  credits,
  children,
}: {
  isAfterPurchase?: boolean
  credits: CreditValue | undefined
  /** The slot for the prices of what credits buy. */
  children?: ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const status = useQuery(subscriptionQuery(api))
  const plans = useQuery(plansQuery(api))
  const invoices = useQuery(invoicesQuery(api))
  const failure = status.error ?? plans.error
  const isPremium = status.data?.hasActiveSubscription ?? false
  const retry = () => {
    status.refetch()
    plans.refetch()
  }
  return (
    <div className="wrap pb-12">
      <PageHead title={t('Subscription Plans')}>
        {credits?.answers?.length === 0
          ? t('Credits pay for the generator. Everything else here is free.')
          : t('Credits pay for the generator, comparisons and tests of prompts. Everything else here is free.')}
      </PageHead>
      <WorkLink isNextPress={isPremium} />
      {plans.data?.provider === 'sandbox' && <SandboxBanner />}
      {isAfterPurchase && status.data && isPremium && <PurchaseNote status={status.data} />}
      {status.data?.status === 'past_due' && <PastDueNote status={status.data} />}
      <div className="grid gap-6 md:grid-cols-2">
        <PlanCard
          name={t('Free')}
          price={formatMoney(0, plans.data?.premium.currency ?? 'usd')}
          period={t('forever')}
          benefits={[
            t('{free} credits every month', { free: monthlyCredits.free }),
            ...(credits?.buys?.(monthlyCredits.free) ? [credits.buys(monthlyCredits.free) ?? ''] : []),
            t('Search, fill in, copy and run any prompt'),
            t('Write, fork, vote and save without limits'),
            t('No card needed'),
          ]}
          isOwn={status.data !== undefined && !isPremium}
        />
        {status.data && plans.data && credits ? (
          <PremiumPlan status={status.data} plans={plans.data} credits={credits} />
        ) : failure ? (
          <UnavailablePremium reason={failure.message} onRetry={retry} />
        ) : (
          <span className="skel min-h-72" aria-busy="true" />
        )}
      </div>
      <PlanTable
        price={plans.data && priceOf(plans.data.premium)}
        currency={plans.data?.premium.currency ?? 'usd'}
        answers={credits?.answers}
      />
      <OwnCredits nextCredits={status.data && nextAllowance(status.data)} />
      {children}
      {invoices.data && invoices.data.items.length > 0 && (
        <Section title={t('Invoices')} aside={t('Newest first')}>
          <InvoiceList invoices={invoices.data.items} />
        </Section>
      )}
    </div>
  )
}

/** Shows the user's credit balance, once it is loaded. */
function OwnCredits({ nextCredits }: { nextCredits: number | undefined }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: summary } = useQuery(creditSummaryQuery(api))
  if (!summary) return null
  return (
    <Section
      title={t('Your balance')}
      more={
        <Link to="/credits" className="link">
          {t('Manage Credits')}
        </Link>
      }
    >
      <CreditGauge summary={summary} nextCredits={nextCredits} />
    </Section>
  )
}
