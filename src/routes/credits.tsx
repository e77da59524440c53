import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '#client/api-query.ts'
import { Protected } from '#features/accounts/web/protected.tsx'
import { nextAllowance, subscriptionQuery } from '#features/billing/web/subscription-queries.ts'
import { readText } from '#features/catalogue/web/list-search.ts'
import { CreditsPage } from '#features/credits/web/credits-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { ModelPrices } from './-slots/-model-prices.tsx'

export const Route = createFileRoute('/credits')({
  validateSearch: (search: Record<string, unknown>): { cursor?: string } => ({ cursor: readText(search.cursor) }),
  head: () => privateHead(t('Manage Credits')),
  component: CreditsRoute,
})

function CreditsRoute() {
  const { cursor } = Route.useSearch()
  const { api } = Route.useRouteContext()
  const { data: models } = useQuery(apiQuery(api, 'GET /api/models'))
  return (
    <Protected>{() => <OwnCredits cursor={cursor} prices={models && <ModelPrices models={models} />} />}</Protected>
  )
}

/**
 * A member's credits page. How many credits the next period brings depends on the member's subscription, so the number
 * is unknown until the subscription has loaded.
 */
function OwnCredits(props: { cursor?: string; prices?: ReactNode }) {
  const { api } = Route.useRouteContext()
  const { data: subscription } = useQuery(subscriptionQuery(api))
  return <CreditsPage {...props} nextCredits={subscription && nextAllowance(subscription)} />
}
