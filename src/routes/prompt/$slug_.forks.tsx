import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import { readPaging } from '#features/catalogue/web/list-search.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { forksQuery } from '#features/writing/web/fork-queries.ts'
import { ForksPage } from '#features/writing/web/forks-page.tsx'
import { t } from '#lib/texts.ts'
import { cardButtons } from '../-slots/-card-buttons.tsx'

export const Route = createFileRoute('/prompt/$slug_/forks')({
  validateSearch: readPaging,
  loaderDeps: ({ search: { cursor } }) => ({ cursor }),
  loader: async ({ context: { queryClient, api }, params: { slug: requested }, deps: { cursor } }) => {
    const { slug, title } = await orNotFound(queryClient.query(promptQuery(api, requested)))
    if (slug !== requested) throw redirect({ to: '/prompt/$slug/forks', params: { slug }, statusCode: 301 })
    await orNotFound(queryClient.query(forksQuery(api, slug, cursor)))
    return { title }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            title: t('Forks of {title}', { title: loaderData.title }),
            description: t('Prompts that members made from “{title}”.', { title: loaderData.title }),
            type: 'prompt_list',
            path: `/prompt/${slug}/forks`,
          }
        : null,
    ),
  notFoundComponent: NotFoundPage,
  component: ForksRoute,
})

function ForksRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { cursor } = Route.useSearch()
  const { data: prompt } = useSuspenseQuery(promptQuery(api, slug))
  const { data: page } = useSuspenseQuery(forksQuery(api, slug, cursor))
  return <ForksPage prompt={prompt} page={page} cursor={cursor} renderActions={cardButtons} />
}
