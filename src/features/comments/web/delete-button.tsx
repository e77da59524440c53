import { useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import type { CommentList } from './comment-queries.ts'
import { useCommentRequest } from './use-comment-request.ts'

/** Deletes the member's own comment after a confirmation. */
export function DeleteButton({ id, list }: { id: string; list: CommentList }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        Delete
      </button>
      {isOpen && <DeleteDialog id={id} list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ id, list, onClose }: { id: string; list: CommentList; onClose: () => void }) {
  const request = useCommentRequest(list)
  const { isSending, form } = useCheckedForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      const result = await request(
        (api) => api('DELETE /api/comments/{id}', { params: { id } }),
        'The comment was not deleted',
      )
      if (result) notify({ title: 'Deleted' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      title="Delete this comment?"
      lead="This can’t be undone. Replies to it stay."
      submitLabel="Delete"
      destructive
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  )
}
