import { Link } from '@tanstack/react-router'
import { CreditPrices } from '#features/credits/web/credit-prices.tsx'
import type { Model } from '#features/models/contract.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { checkerId } from '#features/models/rules.ts'
import { UnavailableModels } from '#features/models/web/unavailable-models.tsx'
import { rich } from '#ui/rich.ts'

/**
 * The price of an answer from each available model, and what the reader can do about families without one. The checker
 * is free, so it isn't listed.
 */
export function ModelPrices({ models }: { models: Model[] }) {
  const priced = models.flatMap(({ name, ...model }) =>
    model.id === checkerId
      ? []
      : [{ ...model, name: model.vendor === 'built-in' ? modelLine(model.id, model.vendor) : name }],
  )
  return (
    <CreditPrices
      prices={priced}
      note={
        <UnavailableModels
          models={priced}
          renderLine={(families) => (
            <>
              {rich('<link>Bring your own key</link> to use {families}. Their answers then cost no credits.', {
                link: (text) => (
                  <Link to="/prompt-generator" hash="own-keys" className="link">
                    {text}
                  </Link>
                ),
                families,
              })}
            </>
          )}
        />
      }
    />
  )
}
