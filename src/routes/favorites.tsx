import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { readText } from '#features/catalogue/web/list-search.ts'
import { favoriteSorts } from '#features/favorites/rules.ts'
import { favoritesQuery } from '#features/favorites/web/favorite-queries.ts'
import { SavedPage, type SavedSearch } from '#features/favorites/web/saved-page.tsx'
import { SavedFailure, SavedPending } from '#features/favorites/web/saved-pending.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { cardButtons } from './-slots/-card-buttons.tsx'

export const Route = createFileRoute('/favorites')({
  validateSearch: (search: Record<string, unknown>): SavedSearch => ({
    q: readText(search.q),
    sort: favoriteSorts.find((sort) => sort === search.sort && sort !== 'saved'),
    cursor: readText(search.cursor),
  }),
  head: () => privateHead(t('Saved Prompts')),
  component: () => <Protected>{() => <Saved />}</Protected>,
})

function Saved() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, refetch } = useQuery({ ...favoritesQuery(api, search), placeholderData: keepPreviousData })
  if (data) {
    return (
      <SavedPage
        page={data}
        search={search}
        onSearch={(q) => navigate({ search: { q, sort: search.sort } })}
        renderActions={cardButtons}
      />
    )
  }
  return error ? <SavedFailure error={error} onRetry={() => refetch()} /> : <SavedPending />
}
