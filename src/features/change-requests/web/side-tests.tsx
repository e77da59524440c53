import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import type { Api } from '#web/api.ts'
import { apiQuery } from '#web/api-query.ts'

function sideResultsQuery(api: Api, id: string) {
  return queryOptions({ ...apiQuery(api, 'GET /api/change-requests/{id}/tests', { params: { id } }), staleTime: 0 })
}

const sides = { current: 'Current text', proposed: 'Suggested text' } as const

/** What tests of both texts gave, side by side. They never count as results of the prompt. */
export function SideTests({ request }: { request: ChangeRequest }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: results } = useQuery(sideResultsQuery(api, request.id))
  if (!results || results.length === 0) return null
  return (
    <section aria-labelledby="side-tests">
      <h2 id="side-tests" className="text-h3">
        Tests of both texts
      </h2>
      <p className="mb-2 text-ink-2 text-small">They don’t count as results of the prompt.</p>
      <ul className="tabular-nums">
        {results.map(({ side, model, passed, answered }) => (
          <li key={side + model}>
            <b>{sides[side]}</b>, {model}: {passed} of {answered} passed
          </li>
        ))}
      </ul>
    </section>
  )
}
