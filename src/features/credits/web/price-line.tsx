import { formatCredits } from '#features/credits/rules.ts'
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
          {credits < price
            ? t('{credits} left, not enough', { credits })
            : price > 0
              ? t('{credits} left, {after} after', { credits, after: credits - price })
              : t('{credits} left', { credits })}
        </span>
      )}
    </p>
  )
}
