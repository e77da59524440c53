import { formatCredits } from '#features/credits/rules.ts'
import { Section } from '#ui/section.tsx'

export type CreditPrice = { id: string; name: string; price: number; available: boolean }

/** The price of an answer by model, cheapest first. Unavailable models come last and are marked. */
export function CreditPrices({ prices }: { prices: CreditPrice[] }) {
  const sorted = prices.toSorted((a, b) => Number(b.available) - Number(a.available) || a.price - b.price)
  return (
    <Section title="Prices" aside="Per answer. Failed runs cost nothing.">
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {sorted.map(({ id, name, price, available }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-hair border-b py-2">
            <span className={available ? '' : 'text-ink-2'}>
              {name}
              {!available && <span className="text-small"> (not set up here)</span>}
            </span>
            <span className="shrink-0 font-semibold tabular-nums">{formatCredits(price)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
