import type { Model } from '#features/models/contract.ts'
import { familyNames } from '#features/models/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'

/** An answer that credits buy: the family of models, and what its cheapest available model costs. */
export type BuyableAnswer = { name: string; price: number }

/** Returns the answers that credits buy on this site now, the cheapest first. Built-in engines aren't included. */
export function buyableAnswers(models: Model[]): BuyableAnswer[] {
  const cheapest = new Map<string, number>()
  for (const { vendor, price, available } of models) {
    if (!available || vendor === 'built-in' || price === 0) continue
    cheapest.set(familyNames[vendor], Math.min(price, cheapest.get(familyNames[vendor]) ?? price))
  }
  return [...cheapest].map(([name, price]) => ({ name, price })).sort((one, other) => one.price - other.price)
}

/** Returns a phrase that says how many of these answers `credits` buy, or null if there are none. */
export function creditValue(answers: BuyableAnswer[], credits: number): string | null {
  const parts = answers.map(({ name, price }) =>
    t('{floor} answers from {name}', { floor: Math.floor(credits / price), name }),
  )
  return parts.length === 0 ? null : t('Enough for {answers}', { answers: formatList(parts, 'or') })
}
