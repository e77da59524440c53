import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { notify } from '#ui/notice.tsx'
import { modelReportQuery } from './model-queries.ts'

/** Asks a vendor for the list of its models, and shows the new list on the page. */
export function useFetchModelList() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (source: string) => {
    try {
      const report = await api('POST /api/admin/models/list', { body: { source } })
      queryClient.setQueryData(modelReportQuery(api).queryKey, report)
    } catch (error) {
      notify({ title: 'The list was not fetched', text: (error as Error).message, failed: true })
    }
  }
}
