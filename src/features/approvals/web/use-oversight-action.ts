import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { failureTitle } from '#features/change-requests/web/use-change-request-action.ts'
import { notify } from '#ui/notice.tsx'

/**
 * `run` in the result sends an action, such as a decision, and then loads everything again that it may have changed. A
 * notice has `title` or, if the action fails, says why. Resolves to whether it succeeded.
 */
export function useOversightAction() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const run = async (title: string, send: (api: Api) => Promise<unknown>): Promise<boolean> => {
    if (isSending) return false
    setSending(true)
    try {
      await send(api)
      notify({ title })
      return true
    } catch (error) {
      notify({ title: failureTitle(error), text: (error as Error).message, isFailure: true })
      return false
    } finally {
      await queryClient.invalidateQueries()
      setSending(false)
    }
  }
  return { run, isSending }
}
