import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { CreditValue } from '#features/billing/web/premium-plan.tsx'
import { SubscriptionPage } from '#features/billing/web/subscription-page.tsx'
import { buyableAnswers, creditValue } from '#features/models/web/credit-value.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { ModelPrices } from './-model-prices.tsx'

/**
 * A member's subscription page. It says how many answers the credits of each plan buy from each family's cheapest
 * available model.
 */
export function SubscriptionRoute({ isAfterPurchase }: { isAfterPurchase?: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: models, error } = useQuery(modelsQuery(api))
  let credits: CreditValue | undefined
  if (models) {
    const answers = buyableAnswers(models)
    credits = { answers, buys: (amount) => creditValue(answers, amount) }
  }
  // Premium is shown even if the models couldn't be loaded.
  else if (error) credits = {}
  return (
    <Protected>
      {() => (
        <SubscriptionPage isAfterPurchase={isAfterPurchase} credits={credits}>
          {models && <ModelPrices models={models} />}
        </SubscriptionPage>
      )}
    </Protected>
  )
}
