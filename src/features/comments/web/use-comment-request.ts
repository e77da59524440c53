import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import { notify } from '#ui/notice.tsx'
import { type CommentList, commentsQuery, memberCommentsQuery } from './comment-queries.ts'

/**
 * Returns a function that sends a change, then reloads the comments. The function returns the response, or the server's
 * errors by field. After any other failure, it shows a notice and returns null.
 */
export function useCommentRequest({ kind, id, cursor }: CommentList) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async <Response>(
    send: (api: Api) => Promise<Response>,
    failureTitle: string,
  ): Promise<{ response: Response } | { fields: Record<string, string> } | null> => {
    try {
      const response = await send(api)
      const list = { kind, id, cursor }
      await Promise.all(
        [commentsQuery(api, list).queryKey, memberCommentsQuery(api, list).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      return { response }
    } catch (error) {
      if (error instanceof ApiError && error.fields) return { fields: error.fields }
      notify({ title: failureTitle, text: (error as Error).message, isFailure: true })
      return null
    }
  }
}
