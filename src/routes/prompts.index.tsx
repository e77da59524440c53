import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { FeaturedPrompts } from '#features/catalogue/web/prompt-list-page.tsx'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { isNarrowed, readListSearch } from '#web/list-search.ts'
import { headOf } from '#web/page-meta.ts'
import { PromptListRoute } from './-prompt-list.tsx'
import { bestFeatured, loadPromptList, promptListOf } from './-prompt-list-loader.ts'
import { shownPrompts } from './-shown-prompts.ts'

/** A first visit begins with what people use now, not with the date of an import. */
const sort = 'trending'

/** Whether nothing is chosen yet: neither a later page nor a filter. */
function isFirstPage(list: object): boolean {
  return Object.values(list).every((value) => value === undefined)
}

export const Route = createFileRoute('/prompts/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => ({ sort, ...promptListOf(search) }) as const,
  loader: async ({ context, deps }) => {
    await Promise.all([
      loadPromptList(context, deps),
      isFirstPage({ ...deps, sort: undefined }) && context.queryClient.query(promptsQuery(context.api, bestFeatured)),
    ])
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: 'Prompts',
      description: 'Every prompt in the catalogue.',
      path: '/prompts',
      noIndex: isNarrowed(match.search),
      jsonLd: import.meta.env.SSR ? () => shownPrompts(match.context, 'Prompts', match.loaderDeps) : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: PromptsRoute,
})

/** One component for the first page and the others: else a choice would close the filters on a phone, and lose the focus. */
function PromptsRoute() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const isFirst = isFirstPage(promptListOf(search))
  const { data } = useQuery({ ...promptsQuery(api, bestFeatured), enabled: isFirst })
  const featured = isFirst && data ? data.items : []
  return (
    <PromptListRoute title="Prompts" sort={sort} search={search} above={featured}>
      {featured.length > 0 && <FeaturedPrompts prompts={featured} />}
    </PromptListRoute>
  )
}
