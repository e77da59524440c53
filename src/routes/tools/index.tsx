import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { apiPageOf, readText } from '#features/catalogue/web/list-search.ts'
import { submittableTerm } from '#features/search/rules.ts'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { isUnfiltered, toolTypes, valuesByParameter } from '#features/tools/rules.ts'
import type { ToolListSearch } from '#features/tools/web/tool-filters.tsx'
import { ToolListPage } from '#features/tools/web/tool-list-page.tsx'
import { featuredToolsQuery, toolCountsQuery, toolsQuery } from '#features/tools/web/tool-queries.ts'
import { ToolListPending } from '#features/tools/web/tools-pending.tsx'
import { t } from '#lib/texts.ts'

function readSearch(search: Record<string, unknown>): ToolListSearch {
  return {
    q: submittableTerm(readText(search.q) ?? '') ?? undefined,
    type: toolTypes.find((type) => type === search.type),
    ...valuesByParameter((name) => (typeof search[name] === 'boolean' ? search[name] : undefined)),
    cursor: readText(search.cursor),
  }
}

export const Route = createFileRoute('/tools/')({
  validateSearch: readSearch,
  // Unknown parameters are dropped here, because the router keeps them.
  loaderDeps: ({ search }) => readSearch(search),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([
      orNotFound(queryClient.query(toolsQuery(api, toQuery(deps)))),
      queryClient.query(featuredToolsQuery(api)),
      queryClient.query(toolCountsQuery(api)),
    ])
  },
  head: ({ match }) =>
    headOf(match, {
      type: 'tool_list',
      title: t('AI tools'),
      description: t('AI tools for text, images, audio and video, with what each does and what it costs.'),
      path: '/tools',
      noIndex: match.loaderDeps.q !== undefined,
      jsonLd: import.meta.env.SSR ? () => toolListSubjects(match.context, match.loaderDeps) : undefined,
    }),
  pendingComponent: ToolListPending,
  notFoundComponent: NotFoundPage,
  component: ToolListRoute,
})

function toolListSubjects({ queryClient, api }: RouterContext, search: ToolListSearch): JsonLdSubject[] {
  const page = queryClient.getQueryData(toolsQuery(api, toQuery(search)).queryKey)
  const items = page?.items.map(({ name, slug }) => ({ name, path: `/tools/${slug}` }))
  return items ? [{ kind: 'list', name: t('AI tools'), items }] : []
}

/**
 * Returns the query for the API, which expects flags as the strings `true` and `false`. An unfiltered list is sorted by
 * category (`job`).
 */
function toQuery({ q, type, cursor, ...filter }: ToolListSearch) {
  const isSortedByJob = isUnfiltered({ q, type, ...filter })
  return {
    q,
    type,
    ...apiPageOf({ cursor }),
    ...(isSortedByJob && { sort: 'job' as const }),
    ...valuesByParameter((name) =>
      filter[name] === undefined ? undefined : filter[name] ? ('true' as const) : ('false' as const),
    ),
  }
}

function ToolListRoute() {
  const { api } = Route.useRouteContext()
  const search = readSearch(Route.useSearch())
  const { data: page } = useSuspenseQuery(toolsQuery(api, toQuery(search)))
  const { data: featured } = useSuspenseQuery(featuredToolsQuery(api))
  const { data: counts } = useSuspenseQuery(toolCountsQuery(api))
  return <ToolListPage page={page} featured={featured} counts={counts} search={search} />
}
