import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input } from '#client/endpoints.ts'
import type { AdminComment } from '#features/comments/contract.ts'
import { standardReasons } from '#features/moderation/rules.ts'
import { t } from '#lib/texts.ts'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { ActionButtons, type RowAction, removeAction, toShortcuts } from './action-buttons.tsx'
import { commentsQuery } from './admin-queries.ts'
import { AuthorNote } from './author-note.tsx'
import { CommentDetails, commentTitle } from './comment-details.tsx'
import { DoneNote } from './done-note.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueRow } from './queue-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { StateTabs } from './state-tabs.tsx'
import { useAdminRequest } from './use-admin-request.ts'
import { useQueue } from './use-queue.ts'

export type CommentSearch = { state?: 'removed'; cursor?: string }
type Decision = Input<'PATCH /api/admin/comments/{id}'>['body']

/** The queue of waiting comments, and the list of removed ones. */
export function CommentListPage({ search }: { search: CommentSearch }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: page, error, refetch } = useQuery(commentsQuery(api, search))
  const request = useAdminRequest()
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const [removing, setRemoving] = useState<AdminComment | null>(null)
  const decideAndMoveOn = async (comment: AdminComment, body: Decision) => {
    const decide = (call: typeof api) => call('PATCH /api/admin/comments/{id}', { params: { id: comment.id }, body })
    const refusal = await request(decide, t('The decision was not saved'))
    if (refusal) return refusal
    const done = body.action === 'remove' ? t('Removed') : search.state ? t('Restored') : t('Approved')
    setDoneMessage(`${done}: “${commentTitle(comment)}”`)
    queue.moveOn()
    return null
  }
  const actionsOf = (comment: AdminComment): RowAction[] => [
    {
      key: 'a',
      label: search.state ? t('Restore') : t('Approve'),
      icon: 'check',
      run: () => void decideAndMoveOn(comment, { action: 'approve', editedAt: comment.editedAt }),
    },
    ...(search.state ? [] : [removeAction(() => setRemoving(comment))]),
  ]
  const queue = useQueue(page?.items ?? [], (openComment) => ({
    ...(openComment && toShortcuts(actionsOf(openComment))),
  }))

  if (error && !page) return <LoadFailure error={error} onRetry={() => refetch()} />
  return (
    <div aria-busy={!page}>
      <StateTabs
        to="/admin/comments"
        current={search.state}
        openName={t('Waiting')}
        other={{ state: 'removed', name: t('Removed') }}
      />
      <DoneNote lastAction={doneMessage === null ? null : { message: doneMessage, canUndo: false }} onUndo={() => {}} />
      <QueueList
        page={page}
        cursor={search.cursor}
        empty={search.state ? t('No comments are removed.') : t('No comments are waiting. You’re all caught up.')}
      >
        {(comment) => (
          <QueueRow
            key={comment.id}
            id={comment.id}
            title={commentTitle(comment)}
            isOpen={comment.id === queue.open?.id}
            onOpen={() => queue.show(comment.id)}
            about={comment.subject && rich('On {title}', { title: <bdi>{comment.subject.title}</bdi> })}
            username={comment.user.username}
            time={comment.createdAt}
          >
            <AuthorNote username={comment.user.username} authors={page?.authors} />
            <CommentDetails comment={comment} />
            <ActionButtons actions={actionsOf(comment)} />
          </QueueRow>
        )}
      </QueueList>
      {removing && (
        <RemoveDialog
          heading={t('Remove this comment')}
          isPrompt={false}
          title={commentTitle(removing)}
          initialReason={standardReasons.spam}
          onSend={(removedReason) => decideAndMoveOn(removing, { action: 'remove', removedReason })}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}
