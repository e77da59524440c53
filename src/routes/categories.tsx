import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { RouterContext } from '#client/router-context.ts'
import { CategoryListPage } from '#features/catalogue/web/category-list-page.tsx'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/categories')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(categoriesQuery(api))
  },
  head: ({ match: { context } }) =>
    pageHead({
      type: 'general',
      title: t('Categories'),
      description: t('Prompts by what they are for.'),
      path: '/categories',
      jsonLd: import.meta.env.SSR ? () => categorySubjects(context) : undefined,
    }),
  component: CategoriesRoute,
})

function categorySubjects({ queryClient, api }: RouterContext): JsonLdSubject[] {
  const categories = queryClient.getQueryData(categoriesQuery(api).queryKey) ?? []
  const items = categories.map(({ name, slug }) => ({ name, path: `/category/${slug}` }))
  return [{ kind: 'list', name: t('Categories'), items }]
}

function CategoriesRoute() {
  const { api } = Route.useRouteContext()
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return <CategoryListPage categories={categories} />
}
