import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import {
  apiPageOf,
  type CategoryListSearch,
  readCategoryListSearch,
  readText,
} from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { type SearchSort, searchSorts, submittableTerm } from '#features/search/rules.ts'
import { SearchPage, SearchStartPage } from '#features/search/web/search-page.tsx'
import { searchQuery } from '#features/search/web/search-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { cardButtons } from './-slots/-card-buttons.tsx'

type Search = CategoryListSearch & { category?: string; q?: string; sort?: SearchSort; type?: 'tools' }

function readSearch(search: Record<string, unknown>): Search {
  return {
    ...readCategoryListSearch(search),
    category: readText(search.category),
    q: readText(search.q),
    type: search.type === 'tools' ? 'tools' : undefined,
    sort: searchSorts.find((sort) => sort === search.sort && sort !== 'relevance'),
  }
}

export const Route = createFileRoute('/search')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => toQuery(search),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([queryClient.query(categoriesQuery(api)), orNotFound(queryClient.query(searchQuery(api, deps)))])
  },
  head: ({ match }) => {
    const q = match.search.q?.trim()
    const title = q ? t('Results for “{q}”', { q }) : t('Search')
    return headOf(match, {
      type: 'general',
      title,
      description: t('Search prompts by words, tags and people.'),
      path: '/search',
      noIndex: true,
    })
  },
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: SearchRoute,
})

/**
 * Returns the API's query for the search parameters of the URL (`address`). Unknown parameters are dropped here,
 * because the router keeps them. Later pages have results of only one type, so a cursor requires a type.
 */
function toQuery(search: Search) {
  const { view: _, ...address } = readSearch(search)
  const requested = { ...address, ...apiPageOf(address) }
  return requested.cursor && !requested.type ? { ...requested, type: 'prompts' as const } : requested
}

function SearchRoute() {
  const { api } = Route.useRouteContext()
  const address = Route.useSearch()
  const { data: results } = useSuspenseQuery(searchQuery(api, toQuery(address)))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  const q = submittableTerm(address.q ?? '')
  if (q === null) return <SearchStartPage categories={categories} />
  return (
    <SearchPage address={{ ...address, q }} results={results} categories={categories} renderActions={cardButtons} />
  )
}
