import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { ExampleListPage, type ExampleSearch } from '#features/moderation/web/example-list-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/examples')({
  validateSearch: (search: Record<string, unknown>): ExampleSearch => ({
    state: search.state === 'removed' ? 'removed' : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Examples')),
  component: ExamplesRoute,
})

function ExamplesRoute() {
  const search = Route.useSearch()
  return <AdminFrame title={t('Examples')}>{() => <ExampleListPage search={search} />}</AdminFrame>
}
