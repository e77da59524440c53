import { CreditPrices } from '#features/credits/web/credit-prices.tsx'
import type { Model } from '#features/models/contract.ts'
import { checkerId } from '#features/models/rules.ts'
import { UnavailableModels } from '#features/models/web/unavailable-models.tsx'

/**
 * The price of an answer by model, and what to do about unavailable models. The Checker is free, so it isn't listed.
 */
export function ModelPrices({ models }: { models: Model[] }) {
  const priced = models.filter(({ id }) => id !== checkerId)
  return (
    <CreditPrices
      prices={priced}
      rest={
        <UnavailableModels
          models={priced}
          offer={(families) => `Bring your own key to use ${families}. Their answers then cost no credits.`}
        />
      }
    />
  )
}
