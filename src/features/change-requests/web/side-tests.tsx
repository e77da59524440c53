import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import { runStream } from '#client/run-stream.ts'
import type { ChangeRequest, SideResult } from '#features/change-requests/contract.ts'
import { isPending } from '#features/change-requests/rules.ts'
import type { TestRunEvents } from '#features/prompt-tests/contract.ts'
import { passCount } from '#features/prompt-tests/rules.ts'
import { testResultsQuery } from '#features/prompt-tests/web/result-queries.ts'
import type { LabeledRun } from '#features/prompt-tests/web/test-runner.tsx'
import { msg, t, translate } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import '#features/models/web/run-parts.css'

const loadRunner = () => import('#features/prompt-tests/web/test-runner.tsx').then((runner) => runner.TestRunner)

function sideResultsQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/change-requests/{id}/tests', { params: { id } }), staleTime: 0 })
}

const sideNames = { current: msg('Current text'), proposed: msg('Suggested text') } as const
type Side = keyof typeof sideNames
const sides = Object.keys(sideNames) as Side[]

/**
 * Shows the test results of the prompt's current text and of the suggested text side by side and, while the edit is
 * pending, a form to run the tests. These results never count as results of the prompt.
 */
export function SideTests({ request }: { request: ChangeRequest }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { id, prompt, state } = request
  const queryClient = useQueryClient()
  const query = sideResultsQuery(api, id)
  const { data: results } = useQuery(query)
  const { data: tests } = useQuery(testResultsQuery(api, prompt.slug))
  const hasCases = tests !== undefined && tests.caseCount > 0
  if (!results || (results.length === 0 && !hasCases)) return null
  const runs = sides.map(
    (side): LabeledRun => ({
      label: translate(sideNames[side]),
      send: async ({ body: { content: _, ...body }, ...call }) => {
        const endpoint = 'POST /api/change-requests/{id}/tests/runs'
        try {
          await runStream<TestRunEvents, typeof endpoint>(endpoint, { ...call, id, body: { ...body, side } })
        } finally {
          const input = { params: { id }, fresh: true }
          queryClient.setQueryData(query.queryKey, await api('GET /api/change-requests/{id}/tests', input))
        }
      },
    }),
  )
  return (
    <section aria-labelledby="side-tests">
      <h2 id="side-tests" className="text-h3">
        {t('Tests of both texts')}
      </h2>
      <p className="mb-3 text-ink-2 text-small">
        {t('They use the prompt’s test cases and don’t count as its results.')}
      </p>
      {results.length > 0 && <SideTable results={results} />}
      {hasCases && isPending(state) && (
        <details className="disclosure js-only mt-4">
          <summary>{t('Run the tests on both texts')}</summary>
          <div className="mt-3">
            <Deferred load={loadRunner} props={{ slug: prompt.slug, runs }} />
          </div>
        </details>
      )}
    </section>
  )
}

function SideTable({ results }: { results: SideResult[] }) {
  const models = [...new Set(results.map(({ model }) => model))]
  const cellOf = (model: string, side: Side) => {
    const result = results.find((candidate) => candidate.model === model && candidate.side === side)
    return result ? passCount(result.passed, result.answered) : t('Not run')
  }
  return (
    <table className="data-table max-w-[46rem]">
      <thead>
        <tr>
          <th scope="col">{t('Model')}</th>
          {sides.map((side) => (
            <th key={side} scope="col" className="r">
              {translate(sideNames[side])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model}>
            <th scope="row" className="[overflow-wrap:anywhere]">
              {model}
            </th>
            {sides.map((side) => (
              <td key={side} className="r tabular-nums">
                {cellOf(model, side)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
