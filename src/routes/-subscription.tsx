import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import type { CreditValue } from '#features/billing/web/premium-plan.tsx'
import { SubscriptionPage } from '#features/billing/web/subscription-page.tsx'
import { monthlyCredits } from '#features/credits/rules.ts'
import { creditValue } from '#features/models/web/credit-value.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { ModelPrices } from './-model-prices.tsx'

/** The subscription page of a member, with what the credits buy of the models that answer here. */
export function SubscriptionRoute({ bought }: { bought?: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: models, error } = useQuery(modelsQuery(api))
  let credits: CreditValue | undefined
  if (models) credits = { buys: creditValue(models, monthlyCredits.premium) }
  // Without an answer Premium stays open: the reason to close it isn't known.
  else if (error) credits = {}
  return (
    <Protected>
      {() => (
        <SubscriptionPage bought={bought} credits={credits}>
          {models && <ModelPrices models={models} />}
        </SubscriptionPage>
      )}
    </Protected>
  )
}
