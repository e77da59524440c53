import { type Query, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { notify } from '#ui/notice.tsx'

/** How many changes are being sent. */
let pendingCount = 0

const paths = ['/api/collections', '/api/collections/{id}', '/api/user/collections', '/api/groups/{slug}/collections']

const showsCollections = ({ queryKey }: Pick<Query, 'queryKey'>) => paths.includes(String(queryKey[0]))

/**
 * Returns a function that calls `change`, then refetches the queries for collections (`paths`). Of concurrent changes,
 * only the last to end refetches, because an earlier response would lack the others. The function resolves to the
 * result of `change` in an object. If `change` fails, it shows a notice with the title `failureTitle` and resolves to
 * undefined.
 */
export function useChangeCollections() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async <Result>(
    change: (api: Api) => Promise<Result>,
    failureTitle: string,
  ): Promise<{ result: Result } | undefined> => {
    pendingCount++
    // The response to a query that is still running might lack this change.
    void queryClient.cancelQueries({ predicate: showsCollections }, { revert: false })
    try {
      return { result: await change(api) }
    } catch (error) {
      notify({ title: failureTitle, text: (error as Error).message, isFailure: true })
      return undefined
    } finally {
      pendingCount--
      if (pendingCount === 0) await queryClient.invalidateQueries({ predicate: showsCollections })
    }
  }
}
