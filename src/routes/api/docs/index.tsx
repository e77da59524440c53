import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { ReferencePage } from '#features/reference/web/reference-page.tsx'
import { referenceQuery } from '#features/reference/web/reference-queries.ts'
import { headOf } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/api/docs/')({
  validateSearch: (search: Record<string, unknown>): { q?: string } => ({ q: readText(search.q) }),
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(referenceQuery(api))
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'general',
      title: 'API',
      description: 'All operations of the REST API, with parameters, responses and examples for curl and JavaScript.',
      path: '/api/docs',
      noIndex: match.search.q !== undefined,
    }),
  component: ReferenceRoute,
})

function ReferenceRoute() {
  const { api } = Route.useRouteContext()
  const { q } = Route.useSearch()
  const { data: reference } = useSuspenseQuery(referenceQuery(api))
  return <ReferencePage reference={reference} q={q} />
}
