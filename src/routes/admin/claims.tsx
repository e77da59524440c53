import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { ClaimListPage, type ClaimSearch } from '#features/moderation/web/claim-list-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/claims')({
  validateSearch: (search: Record<string, unknown>): ClaimSearch => ({
    state: search.state === 'decided' ? 'decided' : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Claims')),
  component: ClaimsRoute,
})

function ClaimsRoute() {
  const search = Route.useSearch()
  return <AdminFrame title={t('Claims')}>{() => <ClaimListPage search={search} />}</AdminFrame>
}
