import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { type PromptSort, promptSorts, standardSort } from '#features/catalogue/rules.ts'
import { CategoryPage } from '#features/catalogue/web/category-page.tsx'
import { categoriesQuery, categoryQuery } from '#features/catalogue/web/category-queries.ts'
import {
  apiPageOf,
  type CategoryListSearch,
  isNarrowed,
  readCategoryListSearch,
} from '#features/catalogue/web/list-search.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { filterCountsQuery, promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { emptySectionTexts } from '#features/home/rules.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { translate } from '#lib/texts.ts'
import { cardButtons } from './-slots/-card-buttons.tsx'
import { filtersForCounts, loadPromptList, withPicturesFirst } from './-slots/-prompt-list-loader.ts'
import { promptListSubjects } from './-slots/-prompt-list-subjects.ts'

type CategorySearch = CategoryListSearch & { sort?: PromptSort }

function readSearch(search: Record<string, unknown>): CategorySearch {
  return {
    ...readCategoryListSearch(search),
    sort: promptSorts.find((sort) => sort === search.sort && sort !== standardSort),
  }
}

/**
 * The filters, the order and the page that the URL contains, as the API expects them. Drops unknown parameters, which
 * the router keeps in `search`.
 */
function filtersOf(search: CategorySearch) {
  const { view: _, sort = standardSort, ...list } = readSearch(search)
  return { sort, ...list, ...apiPageOf(list) }
}

export const Route = createFileRoute('/category/$slug')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => filtersOf(search),
  loader: async ({ context, params: { slug }, deps }) => {
    const category = await orNotFound(context.queryClient.query(categoryQuery(context.api, slug)))
    await loadPromptList(context, { ...withPicturesFirst(slug), ...deps })
    return { title: category.name, description: category.description }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            ...loaderData,
            type: 'category',
            path: `/category/${slug}`,
            noIndex: isNarrowed(match.search),
            jsonLd: import.meta.env.SSR
              ? () =>
                  promptListSubjects(match.context, loaderData.title, {
                    ...withPicturesFirst(slug),
                    ...match.loaderDeps,
                  })
              : undefined,
          }
        : null,
    ),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: CategoryRoute,
})

function CategoryRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const filters = { ...withPicturesFirst(slug), ...filtersOf(search) }
  const { data: category } = useSuspenseQuery(categoryQuery(api, slug))
  const { data: page } = useSuspenseQuery(promptsQuery(api, filters))
  const { data: counts } = useSuspenseQuery(filterCountsQuery(api, filtersForCounts(filters)))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return (
    <CategoryPage
      category={category}
      categories={categories}
      sort={search.sort ?? standardSort}
      page={page}
      counts={counts}
      search={search}
      emptyText={translate(emptySectionTexts.category)}
      renderActions={cardButtons}
      button={<FollowButton kind="category" name={category.slug} title={category.name} />}
    />
  )
}
