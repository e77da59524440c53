import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type PromptSort, promptSorts } from '#features/catalogue/rules.ts'
import { categoryQuery } from '#features/catalogue/web/category-queries.ts'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { readListSearch } from '#web/list-search.ts'
import { orNotFound } from '#web/not-found.ts'
import { notFoundHead, pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/category/$slug')({
  validateSearch: (search: Record<string, unknown>) => {
    const { category: _, ...list } = readListSearch(search)
    return {
      ...list,
      sort: promptSorts.find((sort) => sort === search.sort && sort !== 'newest') as PromptSort | undefined,
    }
  },
  loaderDeps: ({ search: { sort, tag, cursor } }) => ({ sort, tag, cursor }),
  loader: async ({ context: { queryClient, api }, params: { slug }, deps }) => {
    const category = await orNotFound(queryClient.query(categoryQuery(api, slug)))
    await queryClient.query(promptsQuery(api, { category: slug, ...deps }))
    return { title: category.name, description: category.description }
  },
  head: ({ loaderData, params }) =>
    loaderData ? pageHead({ ...loaderData, path: `/category/${params.slug}` }) : notFoundHead(),
  component: CategoryRoute,
})

function CategoryRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { view: _, ...deps } = Route.useSearch()
  const { data: category } = useSuspenseQuery(categoryQuery(api, slug))
  const { data: prompts } = useSuspenseQuery(promptsQuery(api, { category: slug, ...deps }))
  return (
    <h1>
      {category.name}: {prompts.total}
    </h1>
  )
}
