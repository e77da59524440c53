import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { CreditPrices } from '#features/credits/web/credit-prices.tsx'
import { CreditsPage } from '#features/credits/web/credits-page.tsx'
import { apiQuery } from '#web/api-query.ts'
import { text } from '#web/list-search.ts'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/credits')({
  validateSearch: (search: Record<string, unknown>): { cursor?: string } => ({ cursor: text(search.cursor) }),
  head: () => privateHead('Manage Credits'),
  component: CreditsRoute,
})

function CreditsRoute() {
  const { cursor } = Route.useSearch()
  const { api } = Route.useRouteContext()
  const { data: models } = useQuery(apiQuery(api, 'GET /api/models'))
  const prices = models && <CreditPrices prices={models} />
  return <Protected>{() => <CreditsPage cursor={cursor} prices={prices} />}</Protected>
}
