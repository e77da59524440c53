import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { RequestListPage } from '#features/change-requests/web/request-list-page.tsx'
import type { RequestSearch } from '#features/change-requests/web/request-queries.ts'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/suggested-edits')({
  validateSearch: ({ role, decided, cursor }: Record<string, unknown>): RequestSearch => ({
    role: role === 'proposer' ? role : undefined,
    decided: decided === true || undefined,
    cursor: typeof cursor === 'string' ? cursor : undefined,
  }),
  head: () => privateHead(t('Suggested edits')),
  component: SuggestedEditsRoute,
})

function SuggestedEditsRoute() {
  const search = Route.useSearch()
  return <Protected>{() => <RequestListPage search={search} />}</Protected>
}
