import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import type { Comparison } from '#features/comparison/contract.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { comparisonQuery } from './comparison-queries.ts'

/**
 * Returns a function that changes a comparison and updates the cached queries. `call` sends the change, and `notice` is
 * shown after it succeeds. The function resolves to true if the change succeeded, otherwise to false.
 */
export function useChangeComparison(id: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (call: (api: Api, params: { id: string }) => Promise<Comparison>, notice?: string): Promise<boolean> => {
    try {
      const comparison = await call(api, { id })
      for (const blind of [false, true])
        queryClient.setQueryData(comparisonQuery(api, id, blind).queryKey, (before) => before && comparison)
      await Promise.all(
        ['/api/user/comparisons', '/api/prompts/{id}/comparisons', '/api/leaderboard'].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      )
      if (notice) notify({ title: notice })
      return true
    } catch (error) {
      notify({ title: t('Not changed'), text: error instanceof Error ? error.message : undefined, isFailure: true })
      return false
    }
  }
}
