import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { isNotFoundError } from '#client/not-found.ts'
import { EditPromptPage } from '#features/writing/web/edit-prompt-page.tsx'
import { t } from '#lib/texts.ts'
import { ListPending } from '#ui/lists/list-pending.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { approvalQuery } from './approval-queries.ts'
import { useSendForApproval } from './use-send-for-approval.ts'

type Props = Omit<ComponentProps<typeof EditPromptPage>, 'id' | 'proposed' | 'sendForApproval'>

/** The form for a prompt of a group, filled with what the member sent for approval: to change it, or to send it again. */
export function EditApprovalPage({ id, notFound, ...props }: Props & { id: string; notFound: ReactNode }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  // What is edited must not change under the form, so it is loaded once.
  const { data: approval, error, refetch } = useQuery({ ...approvalQuery(api, id), refetchOnWindowFocus: false })
  const sendAgain = useSendForApproval(approval?.kind === 'public' ? 'published' : undefined)
  const proposed = useMemo(
    () => (approval ? { key: `approval-${id}`, text: approval.proposed } : undefined),
    [approval, id],
  )
  if (isNotFoundError(error)) return notFound
  if (error && !approval)
    return (
      <div className="wrap pt-10">
        <LoadFailure title={t('It could not be loaded')} error={error} onRetry={() => refetch()} />
      </div>
    )
  if (!approval || !proposed) return <ListPending />
  const { revision, state, prompt } = approval
  return (
    <EditPromptPage
      {...props}
      id={prompt.slug}
      notFound={notFound}
      proposed={proposed}
      sendForApproval={async (promptId, body) => {
        if (state !== 'waiting') return sendAgain(promptId, body)
        await api('PUT /api/approvals/{id}', { params: { id }, body: { ...body, revision } })
        await navigate({ to: '/approval/$id', params: { id } })
      }}
    />
  )
}
