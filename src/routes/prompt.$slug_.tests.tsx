import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { RunPage } from '#features/prompt-tests/web/run-page.tsx'
import { testRunQuery, testRunsQuery, testsQuery } from '#features/prompt-tests/web/test-queries.ts'
import { TestsPage } from '#features/prompt-tests/web/tests-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { orNotFound } from '#web/not-found.ts'
import { headOf } from '#web/page-meta.ts'

type Search = { run?: string; case?: number; cursor?: string }

export const Route = createFileRoute('/prompt/$slug_/tests')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    run: typeof search.run === 'string' ? search.run : undefined,
    case: Number(search.case) || undefined,
    cursor: typeof search.cursor === 'string' ? search.cursor : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({
    context: { queryClient, api },
    params: { slug: asked },
    deps: { run, case: shownCase, cursor },
  }) => {
    const { slug, title } = await orNotFound(queryClient.query(promptQuery(api, asked)))
    if (slug !== asked) throw redirect({ to: '/prompt/$slug/tests', params: { slug }, statusCode: 301 })
    await orNotFound<unknown>(
      run
        ? queryClient.query(testRunQuery(api, slug, run, shownCase))
        : Promise.all([queryClient.query(testsQuery(api, slug)), queryClient.query(testRunsQuery(api, slug, cursor))]),
    )
    return { title }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData
        ? {
            title: `Tests of ${loaderData.title}`,
            description: `Cases, checks and answers that test “${loaderData.title}” by model.`,
            type: 'general',
            path: `/prompt/${slug}/tests`,
          }
        : null,
    ),
  notFoundComponent: NotFoundPage,
  component: TestsRoute,
})

function TestsRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { run, case: shownCase = 0, cursor } = Route.useSearch()
  const { data: prompt } = useSuspenseQuery(promptQuery(api, slug))
  return run ? (
    <RunPage prompt={prompt} runId={run} shownCase={shownCase} />
  ) : (
    <TestsPage prompt={prompt} cursor={cursor} />
  )
}
