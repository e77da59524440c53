import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import type { SendForApproval } from '#features/writing/web/use-audience.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'

/** Returns a function that sends a change of a prompt to the approvers of its group, and then shows what waits. */
export function useSendForApproval(status?: 'published'): SendForApproval {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (promptId, body) => {
    const input = { params: { id: promptId }, body: { ...body, ...(status && { status }) } }
    const { id } = await api('POST /api/prompts/{id}/approvals', input)
    await queryClient.invalidateQueries({ refetchType: 'none' })
    notify({ title: t('Sent for approval') })
    await navigate({ to: '/approval/$id', params: { id } })
  }
}
