import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { notify } from '#ui/notice.tsx'
import type { Api } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'

/** What the server found wrong with single fields. */
export type Refusal = Record<string, string>

/**
 * Does something by the API, and reads every list anew. Answers null when it is done, else what is wrong with which
 * field; a failure that belongs to no field is told in a notice.
 */
export function useAdminAct() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (work: (api: Api) => Promise<unknown>, failed: string): Promise<Refusal | null> => {
    try {
      await work(api)
      await queryClient.invalidateQueries()
      return null
    } catch (error) {
      if (error instanceof ApiError && error.fields) return error.fields
      // Somebody else was quicker, perhaps: the lists say how things stand.
      await queryClient.invalidateQueries()
      notify({ title: failed, text: (error as Error).message, failed: true })
      return {}
    }
  }
}
