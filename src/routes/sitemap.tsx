import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { pageHead } from '#features/site/web/page-meta.ts'
import { SitemapPage } from '#features/site/web/sitemap-page.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/sitemap')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.query(categoriesQuery(api))
  },
  head: () =>
    pageHead({
      type: 'general',
      title: t('Site map'),
      description: t('The main pages of this site, except individual prompts, tools, people and collections.'),
      path: '/sitemap',
    }),
  component: SitemapRoute,
})

function SitemapRoute() {
  const { api } = Route.useRouteContext()
  const { data: categories } = useSuspenseQuery(categoriesQuery(api))
  return <SitemapPage siteName={siteFacts().name} categories={categories} />
}
