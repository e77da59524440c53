import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { notify } from '#ui/notice.tsx'
import { modelReportQuery } from './model-queries.ts'

/** A React hook. The returned function fetches a source's list of models, and shows the new list on the page. */
export function useFetchModelList() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (sourceId: string) => {
    try {
      const report = await api('POST /api/admin/models/list', { body: { source: sourceId } })
      queryClient.setQueryData(modelReportQuery(api).queryKey, report)
    } catch (error) {
      notify({ title: 'The list was not fetched', text: (error as Error).message, isFailure: true })
    }
  }
}
