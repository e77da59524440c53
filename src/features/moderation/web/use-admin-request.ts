import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import { notify } from '#ui/notice.tsx'

/** The server's errors by form field. */
export type Refusal = Record<string, string>

/**
 * Returns a function that makes a request by calling `send`. On success, that function reloads every query and returns
 * null. If form fields have errors, it returns these. Otherwise it reloads every query, shows the error in a notice
 * titled `failureTitle`, and returns {}.
 */
export function useAdminRequest() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (send: (api: Api) => Promise<unknown>, failureTitle: string): Promise<Refusal | null> => {
    try {
      await send(api)
      await queryClient.invalidateQueries()
      return null
    } catch (error) {
      if (error instanceof ApiError && error.fields) return error.fields
      // Another moderator may have made a change first, so all lists are reloaded.
      await queryClient.invalidateQueries()
      notify({ title: failureTitle, text: (error as Error).message, isFailure: true })
      return {}
    }
  }
}
