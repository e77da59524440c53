import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'

/** Returns a function that releases a name or withdraws an open claim, and then refetches all data on the page. */
export function useReleaseClaim() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (name: string, successTitle: string) => {
    try {
      await api('DELETE /api/authors/{name}/claim', { params: { name } })
      notify({ title: successTitle })
    } catch (error) {
      notify({ title: t('The claim was not changed'), text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries()
  }
}
