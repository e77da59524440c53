import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type PromptSort, promptSorts } from '#features/catalogue/rules.ts'
import { CategoryPage } from '#features/catalogue/web/category-page.tsx'
import { categoriesQuery, categoryQuery } from '#features/catalogue/web/category-queries.ts'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { emptySectionTexts } from '#features/home/rules.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { type CategoryListSearch, readCategoryListSearch } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { headOf } from '#web/page-meta.ts'
import { cardButtons } from './-card-buttons.tsx'
import { shownPrompts } from './-shown-prompts.ts'

type CategorySearch = CategoryListSearch & { sort?: PromptSort }

export const Route = createFileRoute('/category/$slug')({
  validateSearch: (search: Record<string, unknown>): CategorySearch => ({
    ...readCategoryListSearch(search),
    sort: promptSorts.find((sort) => sort === search.sort && sort !== 'newest'),
  }),
  loaderDeps: ({ search: { sort, tag, cursor } }) => ({ sort, tag, cursor }),
  loader: async ({ context: { queryClient, api }, params: { slug }, deps }) => {
    const category = await orNotFound(queryClient.query(categoryQuery(api, slug)))
    await Promise.all([
      queryClient.query(promptsQuery(api, { category: slug, ...deps })),
      queryClient.query(categoriesQuery(api)),
    ])
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
            jsonLd: import.meta.env.SSR
              ? () => shownPrompts(match.context, loaderData.title, { category: slug, ...match.loaderDeps })
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
  const { view: _, ...deps } = search
  const { data: category } = useSuspenseQuery(categoryQuery(api, slug))
  const { data: page } = useSuspenseQuery(promptsQuery(api, { category: slug, ...deps }))
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return (
    <CategoryPage
      category={category}
      categories={categories}
      sort={search.sort ?? 'newest'}
      page={page}
      search={search}
      emptyText={emptySectionTexts.category}
      actions={cardButtons}
    />
  )
}
