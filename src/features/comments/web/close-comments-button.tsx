import { useState } from 'react'
import type { CommentPage } from '../contract.ts'
import { type CommentList, commentsPath } from './comment-queries.ts'
import { useCommentRequest } from './use-comment-request.ts'

/** A button that closes comments or opens them again, for moderators and the authors of what the comments are about. */
export function CloseCommentsButton({
  list,
  page: { closed },
}: {
  list: CommentList
  page: Pick<CommentPage, 'closed'>
}) {
  const request = useCommentRequest(list)
  const [isPending, setPending] = useState(false)
  const change = async () => {
    setPending(true)
    const path = commentsPath(list.kind)
    await request(
      (api) => api(`PATCH ${path}`, { params: { id: list.id }, body: { closed: !closed } }),
      closed ? 'The comments were not opened' : 'The comments were not closed',
    )
    setPending(false)
  }
  return (
    <button type="button" className="btn" onClick={change} aria-disabled={isPending}>
      {closed ? 'Open comments' : 'Close comments'}
    </button>
  )
}
