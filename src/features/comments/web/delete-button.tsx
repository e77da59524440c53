import { useState } from 'react'
import { t } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/forms/confirm-dialog.tsx'
import { notify } from '#ui/notice.tsx'
import type { CommentList } from './comment-queries.ts'
import { useCommentRequest } from './use-comment-request.ts'

/** Deletes the member's own comment after a confirmation. */
export function DeleteButton({ id, list }: { id: string; list: CommentList }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {t('Delete')}
      </button>
      {isOpen && <DeleteDialog id={id} list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ id, list, onClose }: { id: string; list: CommentList; onClose: () => void }) {
  const request = useCommentRequest(list)
  const deleteComment = async () => {
    const result = await request(
      (api) => api('DELETE /api/comments/{id}', { params: { id } }),
      t('The comment was not deleted'),
    )
    if (result) notify({ title: t('Deleted') })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete this comment?')}
      lead={t('This can’t be undone. Replies to it stay.')}
      submitLabel={t('Delete')}
      onConfirm={deleteComment}
      onClose={onClose}
    />
  )
}
