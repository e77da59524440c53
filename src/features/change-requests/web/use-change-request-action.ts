import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '#client/api.ts'
import { ApiError } from '#client/api-error.ts'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { requestQuery } from './request-queries.ts'

/**
 * `run` in the result sends an action on a suggested edit, such as accepting or withdrawing it. It then shows the
 * edit's new state, and a notice with `title`. If the action fails, a notice says why, and the edit is loaded again.
 */
export function useChangeRequestAction(id: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const run = async (title: string, send: (api: Api) => Promise<ChangeRequest>) => {
    if (isSending) return
    setSending(true)
    const query = requestQuery(api, id)
    try {
      const changedRequest = await send(api)
      await queryClient.invalidateQueries({ refetchType: 'none' })
      queryClient.setQueryData(query.queryKey, changedRequest)
      notify({ title })
    } catch (error) {
      notify({ title: failureTitle(error), text: (error as Error).message, isFailure: true })
      await queryClient.refetchQueries({ queryKey: query.queryKey })
    } finally {
      setSending(false)
    }
  }
  return { run, isSending }
}

/** Returns the title of the notice about a failed action. Without a response, the server may have acted. */
export function failureTitle(error: unknown): string {
  const hasResponse = !(error instanceof ApiError && (error.status === 0 || error.status === 408))
  return hasResponse ? t('Nothing changed') : t('No response')
}
