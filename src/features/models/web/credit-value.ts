import type { Model } from '#features/models/contract.ts'
import { familyNames } from '#features/models/rules.ts'

/**
 * Returns a phrase that says how many answers `credits` buy from each family's cheapest available model, most answers
 * first. Returns null if no language model is available.
 */
export function creditValue(models: Model[], credits: number): string | null {
  const cheapest = new Map<string, number>()
  for (const { vendor, price, available } of models) {
    if (!available || vendor === 'built-in' || price === 0) continue
    cheapest.set(familyNames[vendor], Math.min(price, cheapest.get(familyNames[vendor]) ?? price))
  }
  const answers = [...cheapest]
    .sort(([, one], [, other]) => one - other)
    .map(([name, price]) => `${Math.floor(credits / price).toLocaleString('en-US')} answers from ${name}`)
  return answers.length === 0 ? null : `Enough for ${orList.format(answers)}`
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' })
