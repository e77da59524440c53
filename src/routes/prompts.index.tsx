import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PromptListPending } from '#features/catalogue/web/pending.tsx'
import { FeaturedPrompts } from '#features/catalogue/web/prompt-list-page.tsx'
import { promptsQuery } from '#features/catalogue/web/prompt-queries.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { readListSearch } from '#web/list-search.ts'
import { headOf } from '#web/page-meta.ts'
import { cardButtons } from './-card-buttons.tsx'
import { PromptListRoute } from './-prompt-list.tsx'
import { loadPromptList } from './-prompt-list-loader.ts'
import { shownPrompts } from './-shown-prompts.ts'

/** A first visit begins with what people use now, not with the date of an import. */
const sort = 'trending'
const best = { featured: 'true', sort: 'highest-rated', limit: 3 } as const

/** Whether nothing is chosen yet: neither a later page nor a filter. */
function isFirstPage({
  category,
  tag,
  pick,
  cursor,
}: {
  category?: string
  tag?: string
  pick?: unknown
  cursor?: string
}) {
  return !category && !tag && !pick && !cursor
}

export const Route = createFileRoute('/prompts/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search: { category, tag, pick, cursor } }) =>
    ({ sort, category, tag, pick: pick && 'true', cursor }) as const,
  loader: ({ context, deps }) =>
    Promise.all([
      loadPromptList(context, deps),
      isFirstPage(deps) && context.queryClient.query(promptsQuery(context.api, best)),
    ]),
  head: ({ match }) =>
    headOf(match, {
      type: 'prompt_list',
      title: 'Prompts',
      description: 'Every prompt in the catalogue.',
      path: '/prompts',
      jsonLd: import.meta.env.SSR ? () => shownPrompts(match.context, 'Prompts', match.loaderDeps) : undefined,
    }),
  pendingComponent: PromptListPending,
  notFoundComponent: NotFoundPage,
  component: PromptsRoute,
})

function PromptsRoute() {
  const search = Route.useSearch()
  return (
    <PromptListRoute title="Prompts" sort={sort} search={search}>
      {isFirstPage(search) && <Featured />}
    </PromptListRoute>
  )
}

function Featured() {
  const { api } = Route.useRouteContext()
  const { data } = useSuspenseQuery(promptsQuery(api, best))
  return data.items.length > 0 && <FeaturedPrompts prompts={data.items} actions={cardButtons} />
}
