import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Plans } from '#features/billing/contract.ts'
import { formatMoney } from '#features/billing/rules.ts'
import { monthlyCredits } from '#features/credits/rules.ts'
import { t } from '#lib/texts.ts'
import { plansQuery } from './subscription-queries.ts'

/** What each plan costs and brings, for visitors who must sign in to see the page Subscription Plans. */
export function PlanLines() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(plansQuery(api))
  if (!data) return null
  const { premium } = data
  const lines = [
    { name: t('Free'), price: formatMoney(0, premium.currency), credits: monthlyCredits.free },
    { name: t('Premium'), price: priceOf(premium), credits: monthlyCredits.premium },
  ]
  return (
    <dl className="mt-6 grid gap-1 border-hair border-t pt-4" aria-label={t('Subscription Plans')}>
      {lines.map(({ name, price: cost, credits }) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="min-w-20 font-semibold">{name}</dt>
          <dd className="text-ink-2 tabular-nums">
            {cost} · {t('{credits} credits every month', { credits })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What Premium costs, such as “$9.00 a month”. */
export function priceOf({ amount, currency, interval }: Plans['premium']): string {
  const price = formatMoney(amount, currency)
  return interval === 'year' ? t('{price} a year', { price }) : t('{price} a month', { price })
}
