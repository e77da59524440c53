import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { RunPage } from '#features/prompt-tests/web/run-page.tsx'
import { TestsPage } from '#features/prompt-tests/web/tests-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import type { TestsSearch } from '../-slots/-tests-loader.ts'

const stringOrUndefined = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const Route = createFileRoute('/prompt/$slug_/tests')({
  // `run`: the id of a test run. `case`: the position of the case whose answers are shown, counted from 0.
  validateSearch: (search): TestsSearch => ({
    run: stringOrUndefined(search.run),
    case: Number(search.case) || undefined,
    cursor: stringOrUndefined(search.cursor),
  }),
  loaderDeps: ({ search: { run, case: caseIndex, cursor } }) => ({ run, case: caseIndex, cursor }),
  // The loader is imported dynamically, since every first visit would otherwise download its code.
  loader: async ({ context, params, deps }) => {
    const { loadTests } = await import('../-slots/-tests-loader.ts')
    return loadTests(context, params.slug, deps)
  },
  head: ({ loaderData, match }) => headOf(match, loaderData ?? null),
  notFoundComponent: NotFoundPage,
  component: TestsRoute,
})

function TestsRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { run, case: caseIndex = 0, cursor } = Route.useSearch()
  const { data: prompt } = useSuspenseQuery(promptQuery(api, slug))
  return run ? (
    <RunPage prompt={prompt} runId={run} caseIndex={caseIndex} />
  ) : (
    <TestsPage prompt={prompt} cursor={cursor} />
  )
}
