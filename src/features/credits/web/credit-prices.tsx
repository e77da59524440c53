import type { ReactNode } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import { Section } from '#ui/section.tsx'

export type CreditPrice = { id: string; name: string; price: number; available: boolean }

/**
 * Lists the price of an answer from each available model, cheapest first. `note` is about models that can't answer.
 */
export function CreditPrices({ prices, note }: { prices: CreditPrice[]; note?: ReactNode }) {
  const sortedPrices = prices.filter(({ available }) => available).toSorted((a, b) => a.price - b.price)
  return (
    <Section title="Prices" aside="Per answer. Failed runs cost nothing.">
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {sortedPrices.map(({ id, name, price }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-hair border-b py-2">
            {name}
            <span className="shrink-0 font-semibold tabular-nums">{formatCredits(price)}</span>
          </li>
        ))}
      </ul>
      {note}
    </Section>
  )
}
