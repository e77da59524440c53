import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { apiQuery } from '#client/api-query.ts'
import type { Values } from '#features/worksheet/worksheet-rules.ts'

/**
 * Returns the member's value sets for a prompt, and functions that change them. `failure` is a sentence that says why
 * the last request failed, or null.
 */
export function useValueSets(promptId: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const query = valueSetsQuery(api, promptId)
  const { data: sets, error } = useQuery(query)
  const [failure, setFailure] = useState<string | null>(null)

  /** Sends a change. Resolves to true if it was stored. */
  const runWrite = async (write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await write()
      setFailure(null)
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      return true
    } catch (error) {
      setFailure((error as Error).message)
      return false
    }
  }
  const paramsOf = (setId: string) => ({ id: promptId, setId })
  return {
    sets,
    failure: failure ?? error?.message ?? null,
    save: (name: string, values: Values) =>
      runWrite(() => api('POST /api/prompts/{id}/value-sets', { params: { id: promptId }, body: { name, values } })),
    change: (setId: string, body: { name?: string; values?: Values }) =>
      runWrite(() => api('PATCH /api/prompts/{id}/value-sets/{setId}', { params: paramsOf(setId), body })),
    remove: (setId: string) =>
      runWrite(() => api('DELETE /api/prompts/{id}/value-sets/{setId}', { params: paramsOf(setId) })),
  }
}

/**
 * Requests the member's value sets for a prompt, sorted by name. They are fetched again each time the list opens,
 * so that nobody edits an outdated list.
 */
function valueSetsQuery(api: Api, promptId: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/prompts/{id}/value-sets', { params: { id: promptId } }),
    staleTime: 0,
  })
}
