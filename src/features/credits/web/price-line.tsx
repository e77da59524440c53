import { formatCredits } from '#features/credits/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { useCredits } from './credit-store.ts'

/**
 * Shows the price of the next action and, if the balance is known, the balance before and after it, or that it isn't
 * enough.
 */
export function PriceLine({ price }: { price: number }) {
  const { credits } = useCredits()
  return (
    <p className="flex items-baseline justify-between gap-4 text-small tabular-nums">
      <b>{price === 0 ? t('Free') : formatCredits(price)}</b>
      {credits !== null && (
        <span className="text-ink-2">
          {formatNumber(credits)} left{credits >= price && price > 0 && `, ${formatNumber(credits - price)} after`}
          {credits < price && ', not enough'}
        </span>
      )}
    </p>
  )
}
