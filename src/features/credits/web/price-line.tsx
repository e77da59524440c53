import { creditWords } from '#features/credits/rules.ts'
import { figure } from '#lib/numbers.ts'
import { useCredits } from './credit-store.ts'

/** What the next press costs, and what is left then, as far as it is known. */
export function PriceLine({ price }: { price: number }) {
  const { credits } = useCredits()
  return (
    <p className="flex items-baseline justify-between gap-4 text-small tabular-nums">
      <b>{price === 0 ? 'No credits' : creditWords(price)}</b>
      {credits !== null && (
        <span className="text-ink-2">
          {figure(credits)} left{credits >= price && price > 0 && `, ${figure(credits - price)} after`}
          {credits < price && ': too few'}
        </span>
      )}
    </p>
  )
}
