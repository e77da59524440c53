import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { searchSorts } from '#features/search/rules.ts'
import { searchQuery } from '#features/search/web/search-queries.ts'
import { readListSearch, text } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/search')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...readListSearch(search),
    q: text(search.q),
    sort: searchSorts.find((sort) => sort === search.sort && sort !== 'relevance'),
  }),
  loaderDeps: ({ search: { view: _, ...asked } }) => toQuery(asked),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([queryClient.query(categoriesQuery(api)), orNotFound(queryClient.query(searchQuery(api, deps)))])
  },
  head: ({ match }) => {
    const q = match.search.q?.trim()
    const title = q ? `Results for “${q}”` : 'Search'
    return pageHead({ title, description: 'Search prompts by words, tags and people.', path: '/search', noIndex: true })
  },
  component: SearchRoute,
})

/** A later page is one of prompts alone: a cursor needs its type. */
function toQuery<Asked extends { cursor?: string }>(asked: Asked) {
  return asked.cursor ? { ...asked, type: 'prompts' as const } : asked
}

function SearchRoute() {
  const { api } = Route.useRouteContext()
  const { view: _, ...asked } = Route.useSearch()
  const { data } = useSuspenseQuery(searchQuery(api, toQuery(asked)))
  return <h1>{data.prompts.total} found</h1>
}
