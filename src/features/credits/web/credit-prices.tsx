import type { ReactNode } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { useCredits } from './credit-store.ts'

export type CreditPrice = { id: string; name: string; price: number; available: boolean }

/**
 * Lists the price of an answer from each available model, cheapest first, and how many the member's balance buys. `note` is about models that can't answer.
 */
export function CreditPrices({ prices, note }: { prices: CreditPrice[]; note?: ReactNode }) {
  const { credits } = useCredits()
  const sortedPrices = prices.filter(({ available }) => available).toSorted((a, b) => a.price - b.price)
  return (
    <Section title={t('Prices')} aside={t('Per answer. Failed runs cost nothing.')}>
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {sortedPrices.map(({ id, name, price }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-hair border-b py-2">
            {name}
            <span className="text-end tabular-nums">
              <b className="font-semibold">{formatCredits(price)}</b>
              {credits !== null && price > 0 && (
                <span className="block text-ink-2 text-small">
                  {plural(
                    Math.floor(credits / price),
                    '{count} answer with your balance',
                    '{count} answers with your balance',
                  )}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {note}
    </Section>
  )
}
