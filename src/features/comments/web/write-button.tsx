import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { goToSignIn } from '#features/accounts/web/go-to-sign-in.ts'
import { readSession } from '#features/accounts/web/session-store.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { CommentPage } from '../contract.ts'
import type { CommentList } from './comment-queries.ts'

export const loadCommentForm = () => import('./comment-form.tsx').then(({ CommentForm }) => CommentForm)

type ParentComment = { id: string; user: { username: string } | null }

/** Opens the form for a new comment, or for a reply to the comment `replyTo`. Visitors have to sign in first. */
export function WriteButton({
  list,
  page,
  replyTo,
}: {
  list: CommentList
  page: Pick<CommentPage, 'version'>
  replyTo?: ParentComment
}) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Deferred load={loadCommentForm} props={{ list, page, replyTo, onDone: () => setOpen(false) }} />
  const open = () =>
    readSession().state === 'signedOut' ? goToSignIn(router, undefined, { hash: '#comments' }) : setOpen(true)
  return (
    <button
      type="button"
      className="btn js-only"
      aria-label={replyTo?.user ? `Reply to ${replyTo.user.username}` : undefined}
      onClick={open}
    >
      {replyTo ? 'Reply' : 'Write a comment'}
    </button>
  )
}
