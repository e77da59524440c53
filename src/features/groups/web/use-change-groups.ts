import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import type { ApiError } from '#client/api-error.ts'
import { notify } from '#ui/notice.tsx'

/**
 * Returns a function that makes a request by calling `send`, and then reloads everything about groups. It resolves to
 * null on success, and to the errors of form fields if there are any. Otherwise it shows the error in a notice titled
 * `failureTitle`, and resolves to {}.
 */
export function useChangeGroups() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (send: (api: Api) => Promise<unknown>, failureTitle: string): Promise<Record<string, string> | null> => {
    try {
      await send(api)
      return null
    } catch (error) {
      const { message, fields } = error as ApiError
      if (fields) return fields
      notify({ title: failureTitle, text: message, isFailure: true })
      return {}
    } finally {
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/groups') })
    }
  }
}
