import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CategoryListPage } from '#features/catalogue/web/category-list-page.tsx'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { pageHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/categories')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(categoriesQuery(api))
  },
  head: () => pageHead({ title: 'Categories', description: 'Prompts by what they are for.', path: '/categories' }),
  component: CategoriesRoute,
})

function CategoriesRoute() {
  const { api } = Route.useRouteContext()
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return <CategoryListPage categories={categories} />
}
